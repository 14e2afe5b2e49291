# ruff: noqa: E501
"""Shapes that no rule was written for, of the same kinds as those in `wide.py`.

Do not tune rules to them. See `shapes.py` for how to read it.
"""

SHAPES = r"""
fish-set                   | set -gx DIGITALOCEAN_ACCESS_TOKEN «<a40>»
setx                       | setx OPENWEATHER_API_KEY "«<a32>»"
redis-cli-a                | redis-cli -h cache.acme.io -a «<pw>» ping
curl-header-x-api-key      | curl -H "X-Api-Key: «<a32>»" https://api.acme.io/v2/items
wget-pass                  | wget --user=app --password=«<pw>» https://acme.io/file.tar.gz
docker-run-e               | docker run -d -e POSTGRES_PASSWORD=«<pw>» -p 5432:5432 postgres:16
keytool-storepass          | keytool -genkeypair -alias app -keystore ks.jks -storepass «<pw>»
az-sp-login                | az login --service-principal -u <U> -p «<a3>8Q~<w34>» --tenant <U>
npm-config-set             | npm config set //registry.acme.io/:_authToken «<U>»
git-remote-token           | git remote set-url origin https://oauth2:«<a40>»@gitlab.acme.io/grp/app.git
rsync-pw-env               | RSYNC_PASSWORD=«<pw>» rsync -a ./ app@acme.io::mod/
k8s-env-value              |         env:⏎        - name: SESSION_SECRET⏎          value: "«<a32>»"⏎        - name: PORT⏎          value: "8080"
tfvars                     | db_master_password = "«<pw>»"⏎region = "eu-west-1"
compose-env-list           | services:⏎  db:⏎    environment:⏎      - MYSQL_ROOT_PASSWORD=«<pw>»⏎      - MYSQL_DATABASE=shop
ansible-inventory          | web1 ansible_host=10.0.0.5 ansible_user=app ansible_ssh_pass=«<pw>»
helm-values                | postgresql:⏎  auth:⏎    username: app⏎    password: «<pw>»⏎    database: app
netrc                      | machine git.acme.io⏎  login app⏎  password «<pw>»⏎
mycnf                      | [client]⏎user=app⏎password=«<pw>»⏎host=localhost
boto                       | [Credentials]⏎aws_access_key_id = AKIAQ3EGRXS5LDDPWTX7⏎aws_secret_access_key = «<b40>»⏎
gem-credentials            | ---⏎:rubygems_api_key: rubygems_«<h48>»⏎
nuget-config               | <packageSourceCredentials><feed>⏎<add key="Username" value="app" />⏎<add key="ClearTextPassword" value="«<pw>»" />⏎</feed></packageSourceCredentials>
web-config-conn            | <add name="Default" connectionString="Server=sql.acme.io;Database=app;User Id=app;Password=«<pw>»;" providerName="System.Data.SqlClient"/>
java-keystore-props        | server.ssl.key-store-password=«<pw>»
appsettings-jwt            | "Jwt": {⏎  "Key": "«<a40>»",⏎  "Issuer": "acme.io"⏎}
azure-sas-sig              | https://store1.blob.core.windows.net/c/f.txt?sv=2022-11-02&ss=b&srt=o&sp=r&se=2025-01-01T00:00:00Z&sig=«<a41>%2F<a2>%3D»
py-dict                    | DATABASES = {'default': {'ENGINE': 'pg', 'USER': 'app', 'PASSWORD': '«<pw>»'}}
py-setenv                  | monkeypatch.setenv("API_TOKEN", "«<a32>»")
py-bytes                   | hmac_key = b"«<a32>»"
js-template                | const secret = `«<a32>»`;
js-cookie-session          | app.use(session({ secret: '«<a24>»', resave: false }));
go-const                   | const apiSecret = "«<a32>»"
rust-const                 | const API_KEY: &str = "«<a32>»";
swift-let                  | let apiToken: String = "«<a32>»"
gradle-groovy              |             storePassword '«<pw>»'⏎            keyAlias 'upload'
csharp-verbatim            | var password = @"«<pw>»";
java-sysprop               | java -Djavax.net.ssl.keyStorePassword=«<pw>» -jar app.jar
php-array                  | 'password' => '«<pw>»',
ruby-hash                  | config.action_mailer.smtp_settings = { user_name: 'app', password: '«<pw>»' }
rails-secrets              | production:⏎  secret_key_base: «<h128>»⏎
lua                        | local auth_token = "«<a32>»"
clojure                    | {:user "app" :password "«<pw>»"}
c-define                   | #define WIFI_PASSWORD "«<pw>»"
vb                         | Dim password As String = "«<pw>»"
sql-create-user            | CREATE USER 'app'@'%' IDENTIFIED BY '«<pw>»';
sql-insert-user            | INSERT INTO users (email, password_hash) VALUES ('app@acme.io', '«$2b$12$<a53>»');
jdbc-thin                  | jdbc:oracle:thin:app/«<pw>»@//db.acme.io:1521/svc
redis-url                  | redis://:«<urlpw>»@cache.acme.io:6379/0
odbc-dsn                   | Driver={ODBC Driver 17 for SQL Server};Server=sql;UID=app;PWD=«<pw>»;Encrypt=yes
ftp-url                    | ftp://app:«<urlpw>»@ftp.acme.io/pub
github-fine                | token «github_pat_<a22>_<a59>» expired
slack-bot                  | bot started with «xoxb-<d12>-<d13>-<a24>»
teams-webhook              | https://acme.webhook.office.com/webhookb2/«<U>@<U>/IncomingWebhook/<h32>/<U>»
sendgrid                   | mail key «SG.<w22>.<w43>»
aws-session                | AWS_SESSION_TOKEN=«<b344>»
google-oauth-secret        | client_secret: «GOCSPX-<w28>»
huggingface                | huggingface-cli login --token «hf_<a34>»
npm-token                  | //npm.acme.io/:_authToken=«npm_<a36>»
databricks                 | token = «dapi<h32>»
linear                     | Authorization: «lin_api_<a40>»
mailgun                    | api:«key-<h32>»
jwt-cookie                 | Cookie: theme=dark; session=«eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ<a60>.<w43>»; lang=en
basic-header               | Authorization: Basic «<b34>==»
pem-code-escaped           | const key = "-----BEGIN PRIVATE KEY-----\n«<b64>»\n«<b64>»\n«<b40>»\n-----END PRIVATE KEY-----";
pgp-block                  | -----BEGIN PGP PRIVATE KEY BLOCK-----⏎⏎«<b64>»⏎«<b64>»⏎«<b40>»⏎-----END PGP PRIVATE KEY BLOCK-----
jwk                        | {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","d":"«<w43>»"}
log-json                   | {"level":"debug","msg":"cfg","db":{"user":"app","pass":"«<pw>»"}}
stacktrace                 | OperationalError: could not connect: postgres://app:«<urlpw>»@db:5432/x⏎  File "a.py", line 3
js-inspect                 | {⏎  host: 'db',⏎  password: '«<pw>»',⏎  port: 1⏎}
diff-minus-yaml            | @@ -3,2 +3,2 @@⏎ db:⏎-  password: «<pw>»⏎+  password: ${DB_PASSWORD}
md-table-kv                | | Setting | Value |⏎|---|---|⏎| DB_PASSWORD | `«<pw>»` |
prose-is                   | The admin password is «<pw>», please log in and check the dashboard.
prose-login-with           | log in as app with password «<pw>»
toml-plain                 | [database]⏎user = "app"⏎password = "«<pw>»"
yaml-single                | redis:⏎  auth:⏎    requirepass: '«<pw>»'
yaml-flow                  | db: {user: app, password: «<pw>», port: 5432}
json-valuename             | {"value": "«<pw>»", "name": "CLIENT_SECRET"}
json-escaped-in-json       | "body": "{\"user\":\"app\",\"password\":\"«<pw>»\"}"
xml-elem-camel             | <dbPassword>«<pw>»</dbPassword>
url-query-token            | GET /api/v1/items?access_token=«<a32>»&page=2 HTTP/1.1
form-pct                   | username=app%40acme.io&password=«<pctpw>»&remember=1
htpasswd-file              | app:«$apr1$<a8>$<a22>»
pbkdf2-django              | password = '«pbkdf2_sha256$600000$<a22>$<b43>=»'
word-pass-json             | {"passphrase": "«<phrase>»"}
human-pass-env             | ADMIN_PASSWORD=«<word>»
dotted-like                | SNOWFLAKE_PASSWORD = "«<a4>6y<a6>.5F.<z2>»"
hosts-mutt                 | set imap_pass = "«<pw>»"
borg-env                   | export BORG_PASSPHRASE="«<pw>»"
totp-uri                   | otpauth://totp/Acme:app?secret=«<232>»&issuer=Acme
eth-priv                   | PRIVATE_KEY=0x«<h64>»
datadog                    | DD_API_KEY=«<h32>» DD_SITE=datadoghq.eu
postman-env                | {"key": "bearerToken", "value": "«<a32>»", "enabled": true}
http-resp-json             | < HTTP/1.1 200 OK⏎⏎{"access_token":"«<a40>»","expires_in":3600}
npm-lifecycle-shell-trace  | + DB_PASS=«<pw>»⏎+ ./migrate.sh
nix                        | services.app.adminPassword = "«<pw>»";
jenkins-groovy             | environment { DEPLOY_PASSWORD = '«<pw>»' }
selenium                   | driver.find_element(By.ID, "password").send_keys("«<pw>»")
"""

HARMLESS = r"""
002 | "request_id": "<U>",
005 | index <h7>..<h7> 100644
008 | integrity sha512-<b86>==
011 | --hash=sha256:<h64> \
014 | checksum = "<h64>"
017 | "contentHash": "<h40>",
020 | <img src="data:image/png;base64,<b240>"/>
023 | "call_id": "call_<a24>",
026 | "sessionId":"<U>","parentUuid":"<U>"
029 | cf-ray: 7d1<h12>-AMS
032 | subnet-0<h8><h8>
035 | sg-0<h8><h8>
038 | token: Token
041 | if not password: raise ValueError("password is required")
044 | let secret = process.env.JWT_SECRET;
047 | apiKey: process.env.OPENAI_API_KEY!,
050 | password: "{{ vault_db_password }}"
053 | DB_PASSWORD=${DB_PASSWORD:-}
056 | API_KEY=xxxxxxxxxxxxxxxx
059 | SECRET_KEY=replace-me
062 | password: !vault |
065 | secretKeyRef:
068 | def verify_password(plain_password: str, hashed_password: str) -> bool:
071 | expect(response.body).toHaveProperty('access_token');
074 | token = create_access_token(data={"sub": user.username})
077 | "max_tokens": 8192
080 | "token_type": "Bearer"
083 | for token in tokenizer.tokenize(text):
086 | PASSWORD_MIN_LENGTH = 12
089 | <label for="password">Password</label>
092 | .btn-primary:hover{background-color:#1d4ed8;border-color:#1e40af}
095 | M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm0 18c-4.41 0-8-3.59-8-8s3.59-8 8-8
098 | node_modules/.pnpm/@babel+core@7.24.0/node_modules/@babel/core/lib/index.js
101 | ~/.cache/huggingface/hub/models--bert-base/snapshots/<h40>/config.json
104 | https://github.com/acme/app/blob/<h40>/src/auth.py#L10-L20
107 | https://www.youtube.com/watch?v=dQw4w9WgXcQ
110 | git@github.com:acme/private-app.git
113 | mongodb://${MONGO_USER}:${MONGO_PASS}@mongo:27017/app
116 | -----BEGIN CERTIFICATE-----
119 | SHA256:<a22><a21>
122 | lodash@^4.17.21, lodash@^4.17.20:
125 | 20240501T101112Z
128 | 0x7f3a2c1d4e50
131 | at com.example.auth.PasswordEncoderFactory.createDelegatingPasswordEncoder(PasswordEncoderFactory.java:72)
134 | psql: error: FATAL: password authentication failed for user "postgres"
137 | WARNING! Using --password via the CLI is insecure. Use --password-stdin.
140 | The token is stored in localStorage, so please move it to an HttpOnly cookie.
143 | Your password is incorrect, please try again.
146 | - [ ] add password reset
149 | password VARCHAR(255) NOT NULL,
152 | INSERT INTO sessions (token, user_id) VALUES ($1, $2)
155 | password = Column(String(128), nullable=False)
158 | password: string;
161 | func (s *Service) ValidateToken(ctx context.Context, token string) (*Claims, error) {
164 | val password = binding.passwordEditText.text.toString()
167 | $hash = password_hash($password, PASSWORD_DEFAULT);
170 | has_secure_password validations: false
173 | static const char *token_names[] = { "TOK_EOF", "TOK_IDENT" };
176 | credentials = service_account.Credentials.from_service_account_file(path)
179 |   password = var.db_password
182 | GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}
185 | "password": "string",
188 | authorization: Bearer <token>
191 | -H "Authorization: Bearer $GITHUB_TOKEN"
194 | mysql -u root -p"$MYSQL_ROOT_PASSWORD" < dump.sql
197 | primary_key=True, index=True
200 | key = f"user:{user_id}:sessions"
203 | <key>CFBundleIdentifier</key><string>com.acme.webshop</string>
206 | public_key_path = "~/.ssh/id_ed25519.pub"
209 | i18n.t('auth.errors.password_too_short')
212 | "password_reset_timeout_seconds": 3600
215 | token.split(".").length === 3
218 | return { accessToken: newAccessToken, refreshToken: newRefreshToken };
221 | arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf
224 | gpg: key <h8><h8> marked as ultimately trusted
227 | eyeColor: "brown", hairColor: "black"
230 | compass: true, bypass: false, passenger_count: 3
233 | author: "Jane Doe <jane@example.com>"
236 | var r=n(1234),o=n.n(r),a=n(5678);t.a=function(e){return o()(e).replace(/[A-Z]/g,"")};
239 | AAAA,SAASA,KAAKC,OAAO,CAACC,IAAI,CAACA,CAAC,EAAEC,CAAC,CAAC,CAAC;AACrC,MAAMC,SAAS
242 | 00000000: 8950 4e47 0d0a 1a0a 0000 000d 4948 4452  .PNG........IHDR
245 | 550e8400-e29b-41d4-a716-446655440000
248 | password=self.config.database.password,
251 | auth=HTTPBasicAuth(username, password)
254 | PWD=/home/alice/projects/webshop
257 | user_password_confirmation
260 | kMaxNumberOfConcurrentTokenRefreshRequests
"""
