# ruff: noqa: E501
"""Shapes in many formats, languages and tools, whose classes rules know, and harmless text of the same kinds.

Shapes of the same kinds that no rule was written for are in `newest.py`. See `shapes.py` for how to read it.
"""

SHAPES = r"""
env-dump                   | HOME=/home/app⏎STRIPE_WEBHOOK_SIGNING_SECRET=«<a32>»⏎PATH=/usr/bin:/bin
export-quoted              | export PGPASSWORD='«<pw>»'
powershell-env             | $env:AZURE_CLIENT_SECRET = "«<a32>»"
cmd-set                    | set MYAPP_API_KEY=«<a32>»
mysql-p                    | mysql -h db.acme.io -u app -p«<pw>» shop
mysqldump-password         | mysqldump --user=app --password=«<pw>» --all-databases
curl-u                     | curl -s -u app:«<pw>» https://artifactory.acme.io/api/repos
curl-header-bearer         | curl -H 'Authorization: Bearer «<a40>»' https://api.acme.io/v1/me
curl-data-json             | curl -X POST https://acme.io/login -d '{"username":"app","password":"«<pw>»"}'
curl-data-form             | curl -d 'grant_type=password&username=app&password=«<pw>»' https://acme.io/oauth/token
sshpass                    | sshpass -p '«<pw>»' ssh app@acme.io
docker-login-p             | docker login -u app -p «<pw>» registry.acme.io
echo-pipe-login            | echo «<a40>» | docker login ghcr.io -u app --password-stdin
openssl-passin             | openssl rsa -in key.pem -passin pass:«<pw>» -out key2.pem
htpasswd-b                 | htpasswd -bc /etc/nginx/.htpasswd app «<pw>»
zip-P                      | 7z a -p«<pw>» backup.7z data/
kubectl-config-token       | kubectl config set-credentials ci --token=«<a40>»
helm-set                   | helm upgrade app ./chart --set postgresql.auth.postgresPassword=«<pw>»
aws-configure-set          | aws configure set aws_secret_access_key «<b40>»
gh-secret-body             | gh secret set DEPLOY_KEY --body '«<a32>»'
psql-url                   | psql postgresql://app:«<urlpw>»@db.acme.io:5432/app
ldapsearch-w               | ldapsearch -x -D 'cn=admin,dc=example,dc=org' -w '«<pw>»' -b dc=example,dc=org
chpasswd                   | echo 'app:«<pw>»' | sudo chpasswd
useradd-p-hash             | useradd -p '«$6$<a16>$<a86>»' app
vault-kv-put               | vault kv put secret/app db_password=«<pw>» region=eu
sqlcmd-P                   | sqlcmd -S tcp:sql.acme.io -U sa -P '«<pw>»' -Q 'select 1'
k8s-secret-data            | apiVersion: v1⏎kind: Secret⏎metadata:⏎  name: app⏎type: Opaque⏎data:⏎  password: «<pw64>»⏎
k8s-secret-stringdata      | apiVersion: v1⏎kind: Secret⏎stringData:⏎  admin-password: "«<pw>»"
dockerconfigjson           | {"auths":{"https://index.docker.io/v1/":{"auth":"«<b34>==»"}}}
terraform-var              | resource "aws_db_instance" "main" {⏎  username = "app"⏎  password = "«<pw>»"⏎}
tf-variable-default        | variable "db_password" {⏎  type    = string⏎  default = "«<pw>»"⏎}
tfstate-attr               |           "attributes": {⏎            "id": "db-<h8>",⏎            "master_password": "«<pw>»",
compose-env-map            | services:⏎  db:⏎    environment:⏎      MYSQL_ROOT_PASSWORD: «<pw>»⏎      MYSQL_DATABASE: shop
ansible-vars               | all:⏎  vars:⏎    ansible_user: app⏎    ansible_become_pass: «<pw>»⏎
gha-env                    |       - run: ./deploy.sh⏎        env:⏎          DEPLOY_TOKEN: «<a40>»⏎
gitlab-ci-vars             | variables:⏎  SONAR_TOKEN: "«<a32>»"⏎  GIT_DEPTH: 0
dockerfile-arg             | ARG NPM_TOKEN=«<a32>»⏎ENV SECRET_KEY_BASE «<a32>»⏎
systemd-environment        | [Service]⏎Environment="API_SECRET=«<a32>»"⏎ExecStart=/usr/bin/app
sops-age-key               | # created: 2024-03-01T10:00:00Z⏎# public key: age1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs3290gq⏎«AGE-SECRET-KEY-1<q58>»⏎
npmrc-authtoken            | registry=https://npm.acme.io/⏎//npm.acme.io/:_authToken=«<U>»⏎always-auth=true
npmrc-password             | //nexus.acme.io/repository/npm/:username=app⏎//nexus.acme.io/repository/npm/:_password=«<pw64>»⏎
pypirc                     | [pypi]⏎repository = https://pypi.acme.io/⏎username = app⏎password = «<pw>»⏎
netrc-oneline              | machine api.heroku.com login app@acme.io password «<pw>»
pgpass                     | db.acme.io:5432:app:app:«<pw>»
git-credentials            | https://app:«<urlpw>»@git.acme.io
s3cfg                      | [default]⏎access_key = AKIAIOSFODNN7EXAMPLF⏎secret_key = «<b40>»⏎
rclone                     | [b2]⏎type = b2⏎account = 0011223344⏎key = «<b43>»⏎
cargo-credentials          | [registries.internal]⏎token = "«<a35>»"
gradle-properties          | org.gradle.jvmargs=-Xmx2g⏎nexusUsername=app⏎nexusPassword=«<pw>»⏎signing.password=«<pw>»⏎
maven-settings             | <server>⏎  <id>central</id>⏎  <username>app</username>⏎  <password>«<pw>»</password>⏎</server>
composer-auth              | {"http-basic": {"repo.acme.io": {"username": "app", "password": "«<pw>»"}}}
bundle-config              | BUNDLE_GEMS__CONTRIBSYS__COM: "app:«<pw>»"
wp-config-db               | define('DB_PASSWORD', '«<pw>»');
tomcat-users               | <user username="app" password="«<pw>»" roles="manager-gui"/>
appsettings-appSettings    | <appSettings>⏎  <add key="SmtpPassword" value="«<pw>»"/>⏎</appSettings>
spring-bean-prop           | <property name="password" value="«<pw>»"/>
spring-properties          | spring.datasource.username=app⏎spring.datasource.password=«<pw>»⏎
spring-yaml                | spring:⏎  mail:⏎    username: app@acme.io⏎    password: «<pw>»⏎
kafka-jaas                 | sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="«<pw>»";
appsettings-json           | {⏎  "ConnectionStrings": {⏎    "Default": "Host=db.acme.io;Port=5432;Database=app;Username=app;Password=«<pw>»"⏎  }⏎}
azure-storage-conn         | DefaultEndpointsProtocol=https;AccountName=store1;AccountKey=«<b86>==»;EndpointSuffix=core.windows.net
azure-sb-conn              | Endpoint=sb://bus.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«<b43>=»
s3-presigned               | https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=«<h64>»
py-kwarg                   | conn = psycopg2.connect(host="db", user="app", password="«<pw>»")
py-secretkey               | SECRET_KEY = 'django-insecure-«<a11>$<l9>^<l9>(<l8>)+<l8>»'
py-environ                 | os.environ["OPENAI_KEY"] = "«<a40>»"
py-basic-tuple             | requests.get(url, auth=("app", "«<pw>»"))
py-getenv-default          | token = os.getenv('BOT_TOKEN', '«<a32>»')
js-const                   | const apiKey = "«<a32>»";
js-object                  | const cfg = { user: 'app', pass: '«<pw>»', host: 'smtp.acme.io' };
js-env-or                  | const JWT_SECRET = process.env.JWT_SECRET || '«<a32>»';
ts-typed                   | private readonly clientSecret: string = '«<a32>»';
js-jwt-sign                | jwt.sign(payload, '«<a24>»', { expiresIn: '1h' })
js-axios-headers           | headers: { 'Authorization': 'Bearer «<a40>»', 'Content-Type': 'application/json' }
go-struct                  | cfg := &Config{User: "app", Password: "«<pw>»", Host: "localhost"}
go-setenv                  | os.Setenv("SLACK_SIGNING_SECRET", "«<a32>»")
rust-let-string            | let password = String::from("«<pw>»");
rust-builder               | let opts = MySqlConnectOptions::new().username("app").password("«<pw>»");
kotlin-val                 | private const val API_KEY = "«<a32>»"
gradle-kts                 | signingConfigs { create("release") { storePassword = "«<pw>»"; keyAlias = "a" } }
csharp-field               | private static readonly string ApiSecret = "«<a32>»";
csharp-netcred             | client.Credentials = new NetworkCredential("app", "«<pw>»");
java-setter                | dataSource.setPassword("«<pw>»");
java-dm                    | DriverManager.getConnection("jdbc:mysql://db/app", "app", "«<urlpw>»");
java-annotation            | @Value("${db.password:«<pw>»}")
php-assign                 | $db_pass = '«<pw>»';
php-mysqli                 | $c = new mysqli('localhost', 'app', '«<pw>»', 'app');
php-env-default            | 'key' => env('APP_KEY', 'base64:«<a32>»'),
ruby-env                   | ENV['SECRET_TOKEN'] = '«<a32>»'
ruby-hashrocket            | :password => "«<pw>»",
perl-hash                  | my %h = (user => 'app', passwd => '«<pw>»');
perl-dbi                   | my $dbh = DBI->connect($dsn, 'app', '«<pw>»');
scala                      | val dbPassword: String = "«<pw>»"
elixir                     | config :app, AppWeb.Endpoint, secret_key_base: "«<b64>»"
dart                       | static const String apiKey = '«<a32>»';
r-lang                     | Sys.setenv(MAPS_KEY = "«<a32>»")
c-chararray                | const char *password = "«<pw>»";
objc                       | static NSString *const kApiSecret = @"«<a32>»";
powershell-securestring    | $p = ConvertTo-SecureString "«<pw>»" -AsPlainText -Force
powershell-param           | Connect-VIServer -Server vc.acme.io -User app -Password «<pw>»
sql-alter-role             | ALTER ROLE app WITH LOGIN PASSWORD '«<pw>»';
sql-login-mssql            | CREATE LOGIN app WITH PASSWORD = N'«<pw>»';
sql-snowflake              | ALTER USER app SET PASSWORD='«<pw>»'
oracle-connect             | sqlplus system/«<pw>»@//db.acme.io:1521/ORCL
jdbc-params                | jdbc:postgresql://db.acme.io/app?user=app&password=«<urlpw>»&ssl=true
mongodb-srv                | MONGO=mongodb+srv://app:«<urlpw>»@cluster0.ab1cd.mongodb.net/app?retryWrites=true
amqp-url                   | amqps://app:«<urlpw>»@mq.acme.io/vh
sqlalchemy-url             | SQLALCHEMY_DATABASE_URI = 'mysql+pymysql://app:«<pctpw>»@db/app'
libpq-kv                   | host=db.acme.io port=5432 dbname=app user=app password=«<pw>» sslmode=require
go-dsn-mysql               | dsn := "app:«<pw>»@tcp(127.0.0.1:3306)/app?parseTime=true"
snowflake-url              | snowflake://app:«<urlpw>»@acct/db/schema?warehouse=wh
github-pat-prose           | I used «ghp_<a36>» to push
gitlab-pat                 | git clone https://oauth2:«glpat-<w20>»@gitlab.com/a/b.git
gitlab-cbt                 | CI_JOB_TOKEN: «glcbt-<h2>_<w20>»
slack-webhook              | POST https://hooks.slack.com/services/«T<u10>/B<u10>/<a24>»
discord-webhook            | https://discord.com/api/webhooks/«<d18>/<w68>»
telegram-bot               | https://api.telegram.org/bot«<d10>:AA<w33>»/getMe
stripe                     | stripe.api_key = "«sk_live_<a24>»"
twilio                     | TWILIO_AUTH_TOKEN=«<h32>»
aws-akid                   | aws_access_key_id=«AKIA<u16>»
gcp-api                    | https://maps.googleapis.com/maps/api/js?key=«AIza<w35>»&v=3
gcp-sa-json                | {"type": "service_account", "private_key_id": "<h40>", "private_key": "-----BEGIN PRIVATE KEY-----\n«<b64>»\n«<b64>»\n«<b40>»\n-----END PRIVATE KEY-----"}
openai                     | OpenAI(api_key='«sk-proj-<w74>T3BlbkFJ<w74>»')
anthropic                  | key=«sk-ant-api03-<w93>AA»
adafruit                   | #define AIO_KEY "«aio_<a28>»"
pypi                       | twine upload -u __token__ -p «pypi-AgEIcHlwaS5vcmc<w150>» dist/*
docker-pat                 | docker login -u me --password «dckr_pat_<w27>»
shopify                    | X-Shopify-Access-Token: «shpat_<h32>»
doppler                    | DOPPLER «dp.st.dev.<a43>»
vault-token                | export VAULT_TOKEN=«hvs.<w95>»
notion                     | Notion token: «ntn_<d11><a35>»
newrelic                   | api: «NRAK-<u27>»
terraform-cloud            | credentials "app.terraform.io" { token = "«<a14>.atlasv1.<w67>»" }
supabase-jwt               | SUPABASE_SERVICE_ROLE=«eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ<a60>.<w43>»
cookie-session             | Set-Cookie: sessionid=«<a40>»; HttpOnly; Path=/
cookie-connect-sid         | Cookie: connect.sid=«s%3A<w32>.<a43>»
proxy-basic                | Proxy-Authorization: Basic «<b34>==»
proxy-env                  | export https_proxy=http://app:«<urlpw>»@proxy.acme.io:3128
sentry-dsn                 | SENTRY_DSN=https://«<h32>»@o1234.ingest.sentry.io/567
pem-rsa                    | -----BEGIN RSA PRIVATE KEY-----⏎«<b64>»⏎«<b64>»⏎«<b40>»⏎-----END RSA PRIVATE KEY-----
pem-yaml-block             | tls:⏎  key: |⏎    -----BEGIN EC PRIVATE KEY-----⏎    «<b64>»⏎    «<b64>»⏎    «<b40>»⏎    -----END EC PRIVATE KEY-----
pem-openssh                | cat ~/.ssh/id_ed25519⏎-----BEGIN OPENSSH PRIVATE KEY-----⏎«<b64>»⏎«<b64>»⏎«<b40>»⏎-----END OPENSSH PRIVATE KEY-----
putty                      | PuTTY-User-Key-File-3: ssh-ed25519⏎Encryption: none⏎Comment: me⏎Public-Lines: 1⏎<b64>⏎Private-Lines: 1⏎«<b47>»⏎Private-MAC: <h64>
age-key                    | echo '«AGE-SECRET-KEY-1<q58>»' > key.txt
wireguard                  | [Interface]⏎PrivateKey = «<b43>=»⏎Address = 10.0.0.2/32
ssh-pass-prompt-log        | 2024-05-01T10:11:12Z DEBUG auth: login user=app password=«<pw>» ok=true
log-key-colon              | INFO Using API key: «<a32>»
log-masked-not             | [2024-01-01] x-auth-token=«<a32>» status=200
py-repr                    | Settings(host='db', username='app', password='«<pw>»', timeout=30)
go-repr                    | {Host:db User:app Password:«<pw>» Port:5432}
ruby-inspect               | #<Config @user="app", @password="«<pw>»">
diff-plus-env              | --- a/.env⏎+++ b/.env⏎@@ -1 +1 @@⏎-API_SECRET=changeme⏎+API_SECRET=«<a32>»⏎
diff-code                  | -    db.connect(user="app", password="«<pw>»")⏎+    db.connect(user=u, password=p)
md-table                   | | User | Password |⏎|------|----------|⏎| app | «<pw>» |
md-inline                  | - **Password:** `«<pw>»`
md-bullets                 | * user: app⏎* password: «<pw>»
prose-my-token             | here is my api token «<a40>» use it to call the API
prose-quoted               | use the password "«<pw>»" for the staging box
prose-user-slash           | Credentials: app / «<pw>»
csv-creds                  | username,password,email⏎app,«<pw>»,app@acme.io
toml-literal               | [smtp]⏎smtp_pass = '«<pw>»'
ini-colon                  | [ldap]⏎bind_password: «<pw>»⏎
redis-conf                 | bind 127.0.0.1⏎requirepass «<pw>»⏎maxmemory 1gb
yaml-block-fold            | secrets:⏎  api_key: >-⏎    «<a40>»⏎
json-nested                | {"smtp":{"smtpUser":"app","smtpPass":"«<pw>»"}}
json-namevalue             | {"name": "DB_PASSWORD", "value": "«<pw>»"}
ecs-task-def               | "environment": [{"name": "ENCRYPTION_KEY", "value": "«<a32>»"}]
json-key-value-kv          | {"Key": "auth_token", "Value": "«<a32>»"}
xml-attr                   | <datasource url="jdbc:h2:mem" user="app" password="«<pw>»"/>
xml-elem-ns                | <wsse:Password Type="PasswordText">«<pw>»</wsse:Password>
plist                      | <key>APIKey</key>⏎<string>«<a32>»</string>
android-strings            | <string name="api_secret">«<a32>»</string>
url-fragment               | https://acme.io/cb#access_token=«<a40>»&token_type=bearer
url-pct                    | https://acme.io/login?user=app&passwd=«<pctpw>»
basic-auth-url-pct         | https://app:«<pctpw>»@acme.io/repo.git
shadow                     | app:«$6$<a16>$<a86>»:19000:0:99999:7:::
bcrypt-yaml                | users:⏎  admin:⏎    hash: «$2b$12$<a53>»⏎
argon2                     | stored: «$argon2id$v=19$m=65536,t=3,p=4$<b22>$<b43>»
word-pass-env              | APP_SECRET=«<phrase>»
word-pass-yaml             | admin_password: «<phrase>»
word-pass-spaces           | passphrase = "«velvet lantern maple <z6> cobalt»"
human-pass-json            | {"password": "«<word>»"}
human-pass-prose           | password: «<word>»
ident-like                 | password = «<z2><a10>_<a3>»
snmp                       | snmp-server community «<pw>» RO
cisco-secret               | enable secret 5 «$1$<a4>$<a22>»
wpa-psk                    | network={⏎  ssid="home"⏎  psk="«<pw>»"⏎}
ovpn-auth                  | <auth-user-pass>⏎app⏎«<pw>»⏎</auth-user-pass>
postfix-sasl               | [smtp.acme.io]:587 app@acme.io:«<pw>»
gpg-passphrase             | gpg --batch --passphrase '«<pw>»' -d f.gpg
restic-env                 | RESTIC_PASSWORD=«<pw>» restic snapshots
ci-secret-base64-cmd       | echo -n '«<pw64>»' | base64 -d > /tmp/password
mfa-recovery               | Recovery codes:⏎«<h5>-<h5>»⏎«<h5>-<h5>»⏎«<h5>-<h5>»⏎
seed-phrase                | mnemonic: "«velvet lantern maple <z6> cobalt ginger marble <z5> puzzle saddle timber walrus»"
firebase-cfg               | apiKey: "«AIza<w35>»",
algolia                    | ALGOLIA_ADMIN_KEY: '«<h32>»'
cloudflare                 | CF_API_TOKEN: «<a40>»
heroku                     | HEROKU_API_KEY=«<U>»
http-body-form             | Content-Disposition: form-data; name="password"⏎⏎«<pw>»⏎--X
graphql                    | mutation { login(email: "app@acme.io", password: "«<pw>»") { token } }
oauth-refresh              | "refresh_token": "«<a48>»"
id-rsa-b64-one-line        | SSH_PRIVATE_KEY_B64=«LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ<b200>»
makefile                   | AUTH_TOKEN ?= «<a32>»
makefile-colon             | API_KEY := «<a32>»
puppet                     | password => '«<pw>»',
hcl-vault                  | token = "«<a32>»"
cypress-type               | cy.get('#password').type('«<pw>»')
playwright-fill            | await page.fill('input[name="password"]', '«<pw>»');
jest-mock                  | process.env.SECRET_KEY = '«<a32>»';
tool-call-json             | {"command":"export DB_PASSWORD=«<pw>» && ./run"}
"""

HARMLESS = r"""
000 | <U>
001 | id: <U>
003 | commit <h40>
004 | <h7> Fix the login form
006 | Merge: <h7> <h7>
007 | "integrity": "sha512-<b86>==",
009 | sha256:<h64>
010 | <h64>  dist/app-1.2.3.tar.gz
012 | FROM python:3.12@sha256:<h64>
013 | "checksum": "<h64>"
015 | md5: <h32>
016 | ETag: "<h32>"
018 | sha1-<b27>=
019 | github.com/stretchr/testify v1.9.0 h1:<b43>=
021 | background: url(data:image/svg+xml;base64,<b240>);
022 | "id": "toolu_01<a22>",
024 | "message_id": "msg_01<a22>"
025 | "thread_id": "thread_<a24>"
027 | traceparent: 00-<h32>-0000000000000001-01
028 | x-request-id: <U>
030 | arn:aws:iam::123456789012:role/service-role/my-app-role-abc123
031 | ami-0<h8>
033 | vpc-<h8>
034 | i-0<h8><h8>
036 | password = get_password()
037 | password = getpass.getpass("Password: ")
039 | token: str | None = None
040 | if (!secret) return;
042 | const token = req.headers.authorization?.split(' ')[1];
043 | const password = await bcrypt.hash(req.body.password, 10);
045 | secret = os.environ["APP_SECRET"]
046 | api_key = config.get("api_key")
048 | password: ${DB_PASSWORD}
049 | password: {{ .Values.db.password }}
051 | PASSWORD=$(cat /run/secrets/db_password)
052 | export TOKEN="$(gh auth token)"
054 | DB_PASSWORD=<your-password>
055 | API_KEY=your_api_key_here
057 | password: changeme
058 | password: "********"
060 | token = "YOUR_TOKEN_HERE"
061 | secret: !Ref DatabaseSecret
063 | valueFrom: { secretKeyRef: { name: db-credentials, key: password } }
064 | secretName: app-tls-secret
066 | imagePullSecrets: [{name: regcred}]
067 | def test_password_reset_token_expires_after_one_hour(self):
069 | class PasswordResetTokenGenerator(object):
070 | it('should reject an invalid password', async () => {
072 | self.assertEqual(user.password, hashed_password)
073 | assert token.is_valid()
075 | tokens_used = 48213
076 | max_tokens=4096,
078 | "input_tokens":1234,"output_tokens":567,"cache_read_input_tokens":8910
079 | token_type: bearer
081 | grant_type=authorization_code
082 | tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
084 | next_token = self.peek_token()
085 | TOKEN_EXPIRE_MINUTES = 30
087 | passwordField.setText("");
088 | <input type="password" name="password" id="password" placeholder="Enter your password" />
090 | <PasswordInput value={password} onChange={setPassword} />
091 | <div className="flex items-center justify-between px-4 py-2 text-sm">
093 | grid-template-columns: repeat(auto-fill, minmax(240px, 1fr));
094 | color: #ff5733; background: #C0FFEE;
096 | /usr/local/lib/python3.12/site-packages/cryptography/hazmat/primitives/kdf/pbkdf2.py
097 | /home/alice/projects/webshop/src/auth/password_reset.py:42
099 | src/components/auth/PasswordStrengthMeter.test.tsx
100 | C:\Users\alice\AppData\Local\Programs\Python\Python312\python.exe
102 | /nix/store/a1b2c3d4f5g6h7i8j9k0l1m2n3p4q5r6-python3-3.12.3/bin/python
103 | https://github.com/acme/app/commit/<h40>
105 | https://example.com/docs/password-policy?lang=en&version=2
106 | https://fonts.googleapis.com/css2?family=Inter:wght@400;600;700&display=swap
109 | https://user@host.example.com/repo.git
111 | postgres://localhost:5432/app
112 | postgresql://user:password@localhost:5432/db
114 | redis://redis:6379/0
115 | ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI<b43>= alice@laptop
117 | -----BEGIN PUBLIC KEY-----
118 | github.com ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC<b86>
120 | 2048 SHA256:<a22><a21> alice@laptop (RSA)
121 | "version": "4.17.21",
123 | resolved "https://registry.yarnpkg.com/lodash/-/lodash-4.17.21.tgz#<h40>"
124 | v1.2.3-rc.1+build.20240501
126 | 17<d8>
127 | "timestamp": 17<d8>123
129 | Thread 0x00007f<h8>00 (most recent call first):
130 | at Object.<anonymous> (/app/src/auth/token.service.spec.ts:118:23)
132 | java.lang.IllegalArgumentException: There is no PasswordEncoder mapped for the id "null"
133 | ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)
135 | remote: Invalid username or password.
136 | fatal: Authentication failed for 'https://github.com/acme/app.git/'
138 | The password must contain at least one uppercase letter and one digit.
139 | I will rename the password field to passphrase and update the tests.
141 | Make sure the secret is never logged.
142 | The API key is read from the environment.
144 | The password is hashed with bcrypt before it is saved.
145 | Please enter a password that is at least 12 characters long.
147 | | password | string | yes | The user's password |
148 | | `API_KEY` | The key of the API | required |
150 | ALTER TABLE users ADD COLUMN reset_token VARCHAR(64);
151 | SELECT id, password_hash FROM users WHERE email = $1
153 | GRANT SELECT ON ALL TABLES IN SCHEMA public TO app_user;
154 | CREATE USER app WITH PASSWORD :'app_password';
156 | password = models.CharField(max_length=128)
157 | password: z.string().min(8).max(64),
159 | public string Password { get; set; } = string.Empty;
160 | private final PasswordEncoder passwordEncoder;
162 | fn decode_token(token: &str) -> Result<Claims, jsonwebtoken::errors::Error> {
163 | let password = std::env::var("DB_PASSWORD").expect("DB_PASSWORD not set");
165 | @Value("${spring.datasource.password}") private String password;
166 | $password = $_POST['password'];
168 | my $password = shift;
169 | password = params[:password]
171 | local token = redis.call("GET", KEYS[1])
172 | #define TOKEN_MAX_LENGTH 256
174 | enum TokenKind { Identifier, StringLiteral, NumericLiteral }
175 | secret_manager_client = secretmanager.SecretManagerServiceClient()
177 | resource "random_password" "db" {
178 |   password = random_password.db.result
180 |   secret_id = aws_secretsmanager_secret.db.id
181 | key: ${{ runner.os }}-node-${{ hashFiles('**/package-lock.json') }}
183 | uses: actions/checkout@<h40> # v4.1.1
184 | "csrfToken": null,
186 | "password": { "type": "string", "format": "password" }
187 | "required": ["username", "password"]
189 | Authorization: Bearer $TOKEN
190 | Authorization: `Bearer ${token}`
192 | curl -u "$USER:$PASS" https://example.com
193 | docker login -u "$DOCKER_USER" --password-stdin
195 | PGPASSWORD="$DB_PASSWORD" psql -h localhost
196 | keyboard_shortcut = "Ctrl+Shift+K"
198 | foreign_key: user_id
199 | sort_key = lambda item: item.created_at
201 | cache_key = "products:list:page:1:sort:price"
202 | "key": "ArrowDown",
204 | <string name="password_hint">Enter your password</string>
205 | <add key="PasswordMinLength" value="8" />
207 | private_key_file: /etc/ssl/private/server.key
208 | ssl_certificate_key /etc/nginx/ssl/example.com.key;
210 | "forgotPassword": "Forgot your password?",
211 | PasswordResetEmailTemplate: "emails/password-reset.html"
213 | passwordHash: hashSync(plainTextPassword, saltRounds),
214 | session.pop("access_token", None)
216 | const [token, setToken] = useState<string | null>(null);
217 | tokens: { accessToken, refreshToken }
219 | if (token.type === TokenType.LeftParen) {
220 | secretsmanager:GetSecretValue
222 | vault kv get -field=password secret/app/db
223 | op://Private/Database/password
225 | gpg: Signature made Wed 01 May 2024 using RSA key <h40>
226 | sk_buff *skb = alloc_skb(len, GFP_KERNEL);
228 | pass rate: 98.2%, 1432 passed, 3 failed in 42.10s
229 | tests/test_auth.py::TestLogin::test_wrong_password_is_rejected PASSED [ 42%]
231 | passthrough = True
232 | auth: { type: 'basic' }
234 | authors = ["Jane Doe <jane@example.com>"]
235 | !function(e,t){"object"==typeof exports&&"undefined"!=typeof module?module.exports=t():"function"==typeof define&&define.amd?define(t):(e=e||self).Vue=t()}(this,function(){"use strict";
237 | webpackJsonp([12],{"3fnC":function(e,t,n){"use strict";n.d(t,"a",function(){return s})}})
238 | chunk-vendors.<h8>.js 812.34 KiB
240 | Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor
241 | 0000000 7f45 4c46 0201 0100 0000 0000 0000 0000
243 | aws s3 cp s3://my-bucket-2024/backups/db-2024-05-01.sql.gz .
244 | ISBN 978-3-16-148410-0, DOI 10.1000/xyz123
246 | MAC 00:1A:2B:3C:4D:5E, IPv6 2001:0db8:85a3:0000:0000:8a2e:0370:7334
247 | password: Optional[SecretStr] = Field(default=None, repr=False)
249 | token=settings.SLACK_BOT_TOKEN,
250 | auth=(settings.USERNAME, settings.PASSWORD)
252 | client_secret=google_client_secret,
253 | pwd=$(pwd)
255 | OLDPWD=/home/alice/projects
256 | PASSED tests/unit/test_tokens.py
258 | ExampleModelWithPasswordValidatorMixin
259 | AbstractSingletonProxyFactoryBean
"""
