# ruff: noqa: E501
"""Shapes that no rule was written for: they measure how much of what it has not seen redaction removes.

`fresh.py`, `newest.py` and `further.py` have others. Do not tune rules to them. See `shapes.py` for how to read it.
"""

SHAPES = r"""
json: azure storage        | {"name": "acme", "storageKey": "«<b86>==»"}
json: nested login         | {"smtp": {"host": "mail.acme.io", "auth": {"user": "bot", "pass": "«<pw>»"}}}
json: k8s docker config    | {"auths": {"ghcr.io": {"username": "bot", "password": "«<pw>»", "email": "a@b.io"}}}
json: list of pairs        | [{"name": "DB_PASSWORD", "value": "«<pw>»"}, {"name": "PORT", "value": "80"}]
json: terraform state      | {"attributes": {"admin_password": "«<pw>»", "id": "db-1", "port": 5432}}
json: service account      | {"type": "service_account", "private_key_id": "x", "private_key": "-----BEGIN PRIVATE KEY-----\n«<b64>»\n«<b64>»\n«<b20>==»\n-----END PRIVATE KEY-----\n"}
json: camel refresh        | {"expiresIn": 3600, "refreshToken": "«<w43>»", "scope": "all"}
json: two-factor           | {"user": "jane", "totpSecret": "«<232>»", "verified": true}
yaml: helm values          | postgresql:⏎  auth:⏎    postgresPassword: «<pw>»⏎    database: app
yaml: compose list         | environment:⏎  - MYSQL_ROOT_PASSWORD=«<pw>»⏎  - TZ=UTC
yaml: quoted               | admin:⏎  username: root⏎  password: '«<pw>»'⏎
yaml: k8s secret data      | kind: Secret⏎data:⏎  db-password: «<b24>==»⏎type: Opaque
yaml: ansible vars         | vars:⏎  ansible_become_pass: «<pw>»⏎  ansible_user: deploy
yaml: folded key           | tls:⏎  key: |⏎    -----BEGIN RSA PRIVATE KEY-----⏎    «<b64>»⏎    «<b64>»⏎    -----END RSA PRIVATE KEY-----
yaml: phrase               | cluster:⏎  encryption_secret: «<phrase>»⏎  replicas: 3
toml: database             | [database]⏎user = "app"⏎password = "«<pw>»"⏎port = 5432
toml: cargo registry       | [registry]⏎token = "«<a32>»"
toml: inline table         | db = { host = "db", passwd = "«<pw>»", pool = 5 }
ini: mysql client          | [client]⏎user=root⏎password=«<pw>»⏎host=db
ini: aws profile           | [prod]⏎aws_access_key_id = AKIA<u16>⏎aws_secret_access_key = «<b40>»
ini: spaced                | [smtp]⏎smtp_password    =    «<pw>»⏎smtp_port = 25
ini: grafana               | [security]⏎admin_password = «<word>»⏎secret_key = «<a20>»
properties: dotted         | spring.mail.password=«<pw>»⏎spring.mail.port=587
properties: trust store    | javax.net.ssl.keyStorePassword=«<word>»
xml: element               | <server><id>nexus</id><username>ci</username><password>«<pw>»</password></server>
xml: attribute             | <add key="DbPassword" value="«<pw>»" />
xml: spring bean           | <property name="password" value="«<pw>»"/>
xml: connection            | <add name="Main" connectionString="Data Source=db;Initial Catalog=app;User ID=sa;Password=«<pw>»" providerName="x" />
xml: plist                 | <key>apiSecret</key><string>«<a32>»</string>
xml: android string        | <string name="maps_api_secret">«<w39>»</string>
xml: namespaced            | <wsse:Password Type="text">«<pw>»</wsse:Password>
xml: mule secure           | <db:my-sql-connection host="db" user="app" password="«<pw>»" database="x"/>
shell: export              | export PGPASSWORD='«<pw>»' && psql -h db
shell: inline              | REDISCLI_AUTH=«<pw>» redis-cli -h cache ping
shell: psql url            | psql "postgresql://app:«<pw>»@db.internal:5432/app?sslmode=require"
shell: mysql long          | mysql --user=root --password=«<pw>» --host=db app < dump.sql
shell: openssl pass        | openssl enc -aes-256-cbc -in a -out b -pass pass:«<pw>»
shell: ldap bind           | ldapsearch -x -D "cn=admin,dc=acme" -w «<pw>» -b dc=acme
shell: curl header         | curl -sS -H "X-Vault-Token: «<a26>»" https://vault:8200/v1/sys/health
shell: curl data           | curl -X POST -d 'grant_type=password&username=jane&password=«<urlpw>»' https://x.io/token
shell: mongo               | mongosh --host db -u admin -p «<pw>» --authenticationDatabase admin
shell: helm set            | helm upgrade app ./chart --set postgresql.password=«<pw>» --wait
shell: kubectl literal     | kubectl create secret generic db --from-literal=password=«<pw>» -n prod
shell: az login            | az login --service-principal -u app -p «<pw>» --tenant t
shell: htpasswd            | htpasswd -cb .htpasswd admin «<pw>»
shell: gpg batch           | echo data | gpg --batch --yes --passphrase «<pw>» -c file
shell: fish                | set -x GITHUB_WEBHOOK_SECRET «<a32>»
powershell: env            | $env:SQL_PASSWORD = "«<pw>»"
powershell: credential     | $cred = New-Object PSCredential("sa", (ConvertTo-SecureString "«<pw>»" -AsPlainText -Force))
batch: set                 | set DB_PASSWORD=«<pw>»
dockerfile: env            | ENV APP_SECRET_KEY «<a32>»
dockerfile: arg            | ARG NPM_AUTH_TOKEN=«<a36>»
python: call               | conn = psycopg.connect(host="db", user="app", password="«<pw>»")
python: dict               | DATABASES = {"default": {"USER": "app", "PASSWORD": "«<pw>»", "HOST": "db"}}
python: positional         | client.login("jane@acme.io", password='«<pw>»')
python: bytes              | SIGNING_SECRET = b"«<a32>»"
python: default            | token = os.getenv("SLACK_TOKEN", "«<a32>»")
javascript: object         | const pool = new Pool({ user: 'app', password: '«<pw>»', port: 5432 })
javascript: template       | const jwtSecret = `«<pw>»`;
javascript: fallback       | const secret = process.env.SESSION_SECRET || '«<pw>»'
typescript: class          | private readonly apiSecret: string = '«<a24>»';
java: constant             | private static final String DB_PASSWORD = "«<pw>»";
java: setter               | dataSource.setPassword("«<pw>»");
java: driver               | Connection c = DriverManager.getConnection(url, "app", "«<pw>»");
kotlin: val                | val clientSecret = "«<a32>»"
go: struct                 | cfg := Config{User: "app", Password: "«<pw>»", Port: 5432}
go: const                  | const apiSecret = "«<a32>»"
rust: const                | const API_SECRET: &str = "«<a32>»";
rust: builder              | let opts = PgConnectOptions::new().username("app").password("«<pw>»");
csharp: property           | public string ClientSecret { get; set; } = "«<w40>»";
csharp: builder            | builder.Password = "«<pw>»";
ruby: hash                 | production: { password: '«<pw>»', username: 'app' }
ruby: rocket               | config = { :secret_key_base => "«<h64>»" }
php: define                | define('DB_PASSWORD', '«<pw>»');
php: array                 | 'mysql' => ['username' => 'app', 'password' => '«<pw>»'],
swift: let                 | let apiSecret: String = "«<a32>»"
scala: val                 | val dbPassword: String = "«<pw>»"
perl: connect              | my $password = '«<pw>»';
lua: table                 | local conf = { password = "«<pw>»", user = "app" }
elixir: config             | config :app, Repo, username: "app", password: "«<pw>»"
sql: create user           | CREATE USER app WITH PASSWORD '«<pw>»';
sql: identified            | CREATE USER 'app'@'%' IDENTIFIED BY '«<pw>»';
url: query                 | https://api.acme.io/v1/items?client_secret=«<a32>»&limit=5
url: percent-encoded       | https://deploy:«<pctpw>»@git.acme.io/team/app.git
url: fragment              | https://app.acme.io/cb#access_token=«<w43>»&token_type=bearer
log: request               | 2026-01-04 10:11:12 DEBUG http - headers={Authorization=Bearer «<w43>», Accept=*/*}
log: login                 | level=debug msg="connecting" user=app password=«<pw>» attempt=1
log: prose                 | Connected with password «<pw>» to host db-1
prose: told                | The admin password is «<pw>», please do not share it.
prose: table               | | service | user | password |⏎|---|---|---|⏎| grafana | admin | `«<pw>»` |
hash: bcrypt               | admin:«$2y$10$<a53>»
hash: sha512 crypt         | root:«$6$<a16>$<a86>»:19000:0:99999:7:::
hash: argon                | "password_hash": "«$argon2id$v=19$m=65536,t=3,p=4$<b22>$<b43>»"
key: putty                 | "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n«<b48>»\nPrivate-MAC: x"
key: go string             | const key = "-----BEGIN EC PRIVATE KEY-----\n" + "«<b64>»\n" + "«<b40>»\n" + "-----END EC PRIVATE KEY-----"
key: age                   | # public key: age1x⏎«AGE-SECRET-KEY-1<q58>»
key: wireguard             | [Interface]⏎PrivateKey = «<b43>=»⏎Address = 10.0.0.2/32
diff: yaml                 | @@ -1,2 +1,2 @@⏎-  password: «<pw>»⏎+  password: ${DB_PASSWORD}
diff: env                  | @@ -0,0 +1 @@⏎+SMTP_PASSWORD=«<pw>»
"""

HARMLESS = r"""
json: schema               | {"password": {"type": "string", "minLength": 8}, "token": {"type": "string"}}
json: counters             | {"prompt_tokens": 1234, "completion_tokens": 88, "token_limit": 200000}
json: names                | {"secretName": "db-credentials-<d2>", "keyVaultName": "acme-prod-kv"}
yaml: secret ref           | secretKeyRef:⏎  name: db-credentials⏎  key: password-<d2>
yaml: workflow             | password: ${{ secrets.REGISTRY_PASSWORD_<d2> }}
yaml: anchors              | passwords:⏎  - *default-policy⏎  min_length: 1<d1>
xml: reference             | <password>${db.password.<d2>}</password>
xml: empty                 | <password encrypted="true"></password><port>54<d2></port>
xml: schema                | <xs:element name="password" type="xs:string" minOccurs="<d1>"/>
shell: variable            | docker login -u "$USER" -p "$REGISTRY_TOKEN_<d2>"
shell: file                | mysql --defaults-file=/etc/mysql/my-<d2>.cnf --password-file=/run/secrets/db
shell: read                | read -s -p "Password: " DB_PASSWORD_<d2>
shell: substitution        | export DB_PASSWORD=$(vault kv get -field=password secret/app-<d2>)
python: lookup             | password = settings.DATABASES["default"]["PASSWORD"]  # <d2>
python: prompt             | password = getpass.getpass(f"Password for {user}-<d2>: ")
python: hint               | def check(password: str, token: Token | None = None) -> bool: return len(password) > <d1>
python: hashing            | hashed = hash_password(password, rounds=1<d1>)
javascript: state          | const [password, setPassword] = useState(''); const tokenCount = <d3>
javascript: label          | <input type="password" name="password" placeholder="Password" tabIndex={<d1>} />
javascript: translation    | "auth.password.reset": "Reset your password", "auth.tries": <d1>
typescript: interface      | interface Login { password: string; token?: string; retries: <d1> }
java: annotation           | @Value("${spring.datasource.password}") private String password; // <d2>
java: getter               | String password = config.getDatabase().getPassword(<d1>);
go: error                  | return fmt.Errorf("invalid password for user %q after %d tries", user, <d1>)
go: struct tag             | Password string `json:"password,omitempty" validate:"min=<d1>"`
rust: match                | Token::Ident(name) => self.parse_ident(name, <d1>),
rust: env                  | let secret = std::env::var("APP_SECRET_<d2>").expect("APP_SECRET");
csharp: options            | options.Password.RequiredLength = 1<d1>; options.Password.RequireDigit = true;
ruby: params               | params.require(:user).permit(:email, :password, :password_confirmation) # <d2>
php: request               | $password = $request->input('password'); $n = <d2>;
sql: column                | ALTER TABLE users ADD COLUMN password_hash VARCHAR(2<d2>) NOT NULL;
terraform: variable        | password = var.db_password_<d2>
terraform: data            | secret_id = data.aws_secretsmanager_secret.db.id # <d2>
prose: question            | How do I reset the password of a user in Django <d1>.2? The token expires in <d2> minutes.
prose: advice              | Store secrets in a vault, rotate tokens every <d2> days, and never commit passwords.
lock: cargo                | checksum = "<h64>"
lock: npm                  | "integrity": "sha512-<b86>==",
git: log                   | commit <h40> (HEAD -> main, tag: v1.<d2>.0)
git: diff                  | index <h7>..<h7> 100644
css: selector              | .token-keyword, .password-input:focus { color: #<h6>; }
minified                   | function(e,t){var n=e.key||t.token;return n.length><d1>?n:t.password}
hex dump                   | 000000<d2>: <h4> <h4> <h4> <h4> <h4> <h4> <h4> <h4>  ................
uuid member                | {"requestId": "<U>", "spanId": "<h16>"}
test id                    | tests/auth/test_password_reset.py::test_expired_token_is_rejected[<d2>]
log: attempts              | WARN auth: password authentication failed for user "app-<d2>"
make                       | TOKEN_FILE ?= $(HOME)/.config/acme/token-<d2>
cli help                   | --password TEXT  The password of the user (default: prompt) [<d2>]
graphql                    | mutation Login($password: String!) { login(password: $password) { token } } # <d2>
proto                      | string password = <d1>; // never logged
regex                      | PASSWORD = re.compile(r"(?i)password\s*[:=]\s*(\S{<d1>,})")
"""
