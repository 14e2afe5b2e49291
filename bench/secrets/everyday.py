# ruff: noqa: E501
"""Shapes as they are in agents' transcripts: what tools print, settings, commands, logs, diffs, code of many languages.

Written before any of them was tried: with the rules of that day 88.8 % of 13,850 secrets were removed, and 90.2 % after
rules had been widened to the classes of older shapes. No rule was written for `SHAPES`; those to whose classes rules were
widened since are in `unseen.py`. See `shapes.py` for how to read it.
"""

SHAPES = r"""
print: go struct           | &config.DB{Host:"db", User:"app", Password:"«<pw>»", Port:5432}
print: go struct, bare     | {Host:db User:app Password:«<pw>» Port:5432}
print: rust debug          | Config { user: Some("app"), password: Some("«<pw>»"), retries: 3 }
print: java to string      | DataSource(url=jdbc:mysql://db/app, username=app, password=«<pw>», maxTotal=8)
print: kotlin data class   | LoginRequest(email=ada@acme.io, password=«<pw>»)
print: ruby inspect        | #<Config:0x00007f @host="db", @password="«<pw>»", @port=5432>
print: ruby hash           | {:user=>"app", :api_key=>"«<a32>»"}
print: php var dump        | ["password"]=>⏎  string(16) "«<pw>»"
print: php print_r         | Array⏎(⏎    [user] => app⏎    [password] => «<pw>»⏎)
print: python dataclass    | Settings(debug=False, secret_key='«<a40>»', hosts=['*'])
print: python bytes        | {b'user': b'app', b'password': b'«<pw>»'}
print: node inspect        | {⏎  host: 'db',⏎  user: 'app',⏎  password: '«<pw>»',⏎  pool: [Object]⏎}
print: elixir struct       | %Shop.Repo.Config{hostname: "db", password: "«<pw>»", port: 5432}
print: protobuf text       | credentials {⏎  username: "app"⏎  password: "«<pw>»"⏎}
print: perl dumper         | $VAR1 = {⏎          'user' => 'app',⏎          'passwd' => '«<pw>»'⏎        };
trace: shell               | + curl -s -u 'deploy:«<pw>»' https://nexus.acme.io/status
trace: shell, assignment   | ++ DB_PASSWORD=«<pw>»⏎++ export DB_PASSWORD
trace: python locals       | self = <Client>, url = 'https://x.io', token = '«<a40>»', timeout = 5
trace: pytest diff         | E         AssertionError: assert {'password': '«<pw>»'} == {}
trace: pytest arguments    | test_login.py:12: in login(user='app', password='«<pw>»')
trace: java                | Caused by: java.sql.SQLException: Access denied (url=jdbc:mysql://db/app?user=app&password=«<urlpw>»)
trace: node                | Error: connect ECONNREFUSED redis://default:«<urlpw>»@cache:6379/0
tool: ps                   | app       4211  0.0  0.1 /usr/bin/server --port 80 --db-pass «<pw>» --quiet
tool: history              |   512  mysql -uroot -p'«<pw>»' shop < dump.sql
tool: docker inspect       | "Env": ["PATH=/usr/bin", "POSTGRES_PASSWORD=«<pw>»", "PGDATA=/data"]
tool: docker history       | /bin/sh -c #(nop)  ENV API_TOKEN=«<a32>»
tool: kubectl secret       | data:⏎  password: «<pw64>»⏎  username: YXBw⏎kind: Secret
tool: kubectl describe     | Environment:⏎      DB_HOST:      db⏎      DB_PASSWORD:  «<pw>»
tool: helm values          | USER-SUPPLIED VALUES:⏎auth:⏎  rootPassword: «<pw>»⏎  database: shop
tool: terraform plan       |   + password             = "«<pw>»"⏎  + username             = "app"
tool: terraform change     |   ~ master_password = "«<pw>»" -> (known after apply)
tool: terraform output     | db_password = "«<pw>»"⏎endpoint = "db.acme.io"
tool: vault token          | token                «hvs.<a24>»⏎token_accessor       <a24>
tool: aws assume role      | "Credentials": {"AccessKeyId": "ASIA<u16>", "SecretAccessKey": "«<b40>»", "SessionToken": "«<b86>»"}
tool: aws credentials      | [default]⏎aws_access_key_id = AKIA<u16>⏎aws_secret_access_key = «<b40>»
tool: aws get secret       | "SecretString": "{\"username\":\"app\",\"password\":\"«<pw>»\"}"
tool: git remote           | origin	https://ci:«<a40>»@git.acme.io/team/app.git (fetch)
tool: git config           | http.https://git.acme.io/.extraheader=AUTHORIZATION: basic «<b44>=»
tool: git credential       | protocol=https⏎host=git.acme.io⏎username=ci⏎password=«<a40>»
tool: netrc                | machine api.acme.io⏎  login ci⏎  password «<pw>»
tool: redis config         | 127.0.0.1:6379> CONFIG GET requirepass⏎1) "requirepass"⏎2) "«<pw>»"
tool: mysql vertical       | *************************** 1. row ***************************⏎    user: app⏎password: «<pw>»
tool: psql row             |  id | username | password⏎----+----------+----------⏎  1 | app      | «<pw>»
tool: http request         | > POST /token HTTP/1.1⏎> Authorization: Basic «<b44>=»⏎> Accept: */*
tool: http response        | < HTTP/1.1 200⏎< Set-Cookie: session=«<w43>»; Path=/; HttpOnly
tool: token response       | {"access_token":"«<w64>»","token_type":"Bearer","expires_in":3600}
tool: htpasswd output      | admin:«$2y$05$<a53>»
tool: shadow line          | ada:«$6$<a16>$<a86>»:19500:0:99999:7:::
tool: wg show              | [Interface]⏎PrivateKey = «<b43>=»⏎Address = 10.0.0.2/24
tool: wg peer              | [Peer]⏎PublicKey = <b43>=⏎PresharedKey = «<b43>=»
tool: heroku config        | === shop Config Vars⏎SECRET_KEY_BASE: «<h128>»⏎WEB_CONCURRENCY: 2
tool: rails credentials    | aws:⏎  access_key_id: AKIA<u16>⏎  secret_access_key: «<b40>»
tool: npmrc                | //npm.acme.io/:_authToken=«<a36>»⏎always-auth=true
tool: npmrc, password      | //npm.acme.io/:username=ci⏎//npm.acme.io/:_password="«<pw64>»"
tool: composer auth        | {"github-oauth": {"github.com": "«<a40>»"}}
tool: pypirc               | [pypi]⏎username = __token__⏎password = «pypi-<w80>»
tool: gradle properties    | RELEASE_STORE_PASSWORD=«<pw>»⏎RELEASE_KEY_ALIAS=app
tool: maven settings       | <server>⏎  <id>releases</id>⏎  <username>ci</username>⏎  <password>«<pw>»</password>⏎</server>
tool: nuget config         | <add key="ClearTextPassword" value="«<pw>»" />
tool: docker config        | "auths": {"registry.acme.io": {"auth": "«<b40>»"}}
tool: kubeconfig           | users:⏎- name: admin⏎  user:⏎    token: «<a64>»
tool: kubeconfig, key      | user:⏎    client-key-data: «<b300>»
tool: rclone               | [box]⏎type = webdav⏎user = ada⏎pass = «<w32>»
tool: gcloud token         | $ gcloud auth print-access-token⏎«ya29.<w120>»
tool: az principal         | {"appId": "<U>", "displayName": "ci", "password": "«<a8>~<w31>»", "tenant": "<U>"}
tool: env of a job         | env:⏎    NODE_ENV: test⏎    NPM_TOKEN: «<a36>»
compose: command           | command: redis-server --requirepass «<pw>» --appendonly yes
compose: mapping           | environment:⏎      MYSQL_ROOT_PASSWORD: «<word>»⏎      MYSQL_DATABASE: shop
dockerfile: env            | ENV DB_USER=app DB_PASSWORD=«<pw>» TZ=UTC
dockerfile: argument       | ARG NPM_TOKEN=«<a36>»
dockerfile: run            | RUN echo "root:«<pw>»" | chpasswd
ci: github step            | - run: ./deploy.sh⏎  env:⏎    DEPLOY_KEY: '«<a40>»'
ci: jenkins                | withEnv(["DB_PASSWORD=«<pw>»"]) { sh './run.sh' }
ci: gitlab                 | variables:⏎  POSTGRES_PASSWORD: "«<pw>»"⏎  DOCKER_DRIVER: overlay2
ci: curl trigger           | curl -X POST -F token=«<h30>» -F ref=main https://git.acme.io/api/v4/projects/7/trigger/pipeline
ansible: vars              | vars:⏎    mysql_root_password: "«<pw>»"
ansible: module            | mysql_user: name=app password=«<pw>» priv=shop.*:ALL state=present
ansible: extra vars        | ansible-playbook site.yml -e "db_password=«<pw>» env=prod"
ansible: become            | ansible_become_pass: «<pw>»
nix: option                | services.grafana.settings.security.admin_password = "«<pw>»";
hcl: provider              | provider "acme" {⏎  api_token = "«<a40>»"⏎}
hcl: variable default      | variable "db_password" {⏎  default = "«<pw>»"⏎}
hcl: tfvars                | db_admin_password = "«<pw>»"⏎region            = "eu"
bicep: parameter           | param adminPassword string = '«<pw>»'
jsonnet: field             | { db:: { user: 'app', password: '«<pw>»' } }
cue: field                 | db: password: "«<pw>»"
starlark: argument         | oci_push(name = "push", registry_password = "«<pw>»")
cmake: set                 | set(SIGNING_PASSWORD "«<pw>»")
make: export               | export GITLAB_TOKEN := «<a20>»
cron: line                 | 0 3 * * * BORG_PASSPHRASE='«<phrase>»' borg create /b::{now} /srv
systemd: unit              | ExecStart=/usr/bin/app --listen :80 --admin-password «<pw>»
nginx: header              | proxy_set_header X-Api-Key "«<a32>»";
nginx: basic               | proxy_set_header Authorization "Basic «<b44>=»";
apache: env                | SetEnv DB_PASSWORD «<pw>»
haproxy: user              | user admin insecure-password «<pw>»
postfix: sasl              | [smtp.acme.io]:587 bot@acme.io:«<pw>»
asterisk: sip              | [1001]⏎type=friend⏎secret=«<pw>»⏎host=dynamic
freeradius: client         | client nas {⏎  ipaddr = 10.0.0.1⏎  secret = «<word>»⏎}
cisco: enable              | enable secret 0 «<word>»
cisco: user                | username admin privilege 15 password 0 «<word>»
cisco: snmp                | snmp-server community «<word>» RW
mongodb: create user       | db.createUser({user: "app", pwd: "«<pw>»", roles: ["readWrite"]})
postgres: alter            | ALTER ROLE app WITH LOGIN PASSWORD '«<pw>»';
mysql: identified          | CREATE USER 'app'@'%' IDENTIFIED BY '«<pw>»';
mysql: grant               | GRANT ALL ON shop.* TO app@localhost IDENTIFIED BY "«<pw>»" WITH GRANT OPTION;
oracle: connect            | sqlplus system/«<pw>»@//db:1521/XE
mssql: login               | CREATE LOGIN app WITH PASSWORD = N'«<pw>»', CHECK_POLICY = OFF;
sql: insert hash           | INSERT INTO users VALUES (1, 'ada', '«$2b$12$<a53>»');
sql: snowflake             | CREATE USER app PASSWORD = '«<pw>»' DEFAULT_ROLE = reader;
powershell: secure string  | $p = ConvertTo-SecureString -String "«<pw>»" -AsPlainText -Force
powershell: credential     | Invoke-Sqlcmd -ServerInstance db -Username sa -Password '«<pw>»'
powershell: env            | $env:DB_PASSWORD = "«<pw>»"
powershell: net use        | net use Z: \\nas\share /user:ada «<pw>»
batch: set                 | set DB_PASSWORD=«<pw>»
batch: setx                | setx API_TOKEN "«<a32>»" /M
fish: set                  | set -gx OPENAI_TOKEN «<a40>»
fish: abbreviation         | env DB_PASSWORD=«<pw>» ./manage.py migrate
shell: array               | curl_opts=(-H "X-Vault-Token: «<a24>»" -s)
shell: read default        | DB_PASS="${DB_PASS:-«<pw>»}"
shell: heredoc env         | cat > .env <<EOF⏎DB_USER=app⏎DB_PASSWORD=«<pw>»⏎EOF
shell: sed                 | sed -i 's/^DB_PASSWORD=.*/DB_PASSWORD=«<a20>»/' .env
shell: case                | export PGPASSWORD='«<pw>»' && pg_dump -h db app
shell: httpie              | http -a ada:«<pw>» GET https://acme.io/api
shell: httpie header       | http POST acme.io/api X-Api-Key:«<a32>» name=x
shell: xh bearer           | xh -A bearer -a «<a40>» https://acme.io/api
shell: grpcurl             | grpcurl -H 'authorization: bearer «<w64>»' api.acme.io:443 list
shell: websocat            | websocat -H='Authorization: Token «<h40>»' wss://acme.io/ws
shell: gpg                 | gpg --batch --passphrase '«<phrase>»' -c dump.sql
shell: ssh-add             | ssh-add - <<< "$KEY"; SSH_PASS='«<pw>»' ./up
shell: k8s literal         | kubectl create secret generic db --from-literal=password='«<pw>»'
shell: k8s docker          | kubectl create secret docker-registry r --docker-username=ci --docker-password=«<pw>»
shell: helm set            | helm upgrade db bitnami/mysql --set auth.rootPassword=«<pw>»,primary.size=1
shell: fly secrets         | fly secrets set DATABASE_URL=postgres://app:«<urlpw>»@db/app JWT_SECRET=«<a32>»
shell: vercel              | echo «<a40>» | vercel env add API_TOKEN production
shell: wrangler            | echo "«<a40>»" | wrangler secret put API_TOKEN
shell: sentry              | sentry-cli --auth-token «<h64>» releases new 1.2
shell: vault write         | vault kv put secret/db username=app password=«<pw>»
shell: vault login         | vault login -method=userpass username=ada password=«<pw>»
shell: sops age            | SOPS_AGE_KEY=«AGE-SECRET-KEY-1<q58>» sops -d s.yaml
shell: ipmi                | ipmitool -I lanplus -H 10.0.0.9 -U admin -P «<pw>» power status
shell: rdesktop            | xfreerdp /v:win1 /u:ada /p:«<pw>» /cert:ignore
shell: mount               | mount -t cifs //nas/s /mnt -o username=ada,password=«<pw>»,vers=3.0
python: os environ         | os.environ["OPENAI_API_KEY"] = "«<a48>»"
python: setdefault         | os.environ.setdefault('DJANGO_SECRET', '«<a40>»')
python: getenv             | token = os.getenv("SLACK_TOKEN", "«<a32>»")
python: secret str         | password=SecretStr("«<pw>»"), port=5432
python: hvac               | client = hvac.Client(url=URL, token="«<a24>»")
python: boto               | boto3.client("s3", aws_access_key_id="AKIA<u16>", aws_secret_access_key="«<b40>»")
python: monkeypatch        | monkeypatch.setenv("API_TOKEN", "«<a32>»")
python: argparse           | p.add_argument("--password", default="«<pw>»")
python: pexpect            | child.expect("Password:"); child.sendline("«<pw>»")
python: login post         | client.post("/login", data={"username": "ada", "password": "«<pw>»"})
python: redis              | r = redis.Redis(host="cache", port=6379, db=0, password="«<pw>»")
javascript: headers        | fetch(url, { headers: { Authorization: 'Bearer «<w43>»' } })
javascript: env fallback   | const secret = process.env.JWT_SECRET || '«<a24>»'
javascript: nullish        | apiKey: process.env.API_KEY ?? "«<a32>»",
javascript: mongoose       | mongoose.connect(`mongodb+srv://app:«<urlpw>»@c0.mongodb.net/shop`)
javascript: firebase       | const firebaseConfig = { apiKey: "«AIza<w35>»", projectId: "shop" }
javascript: cypress        | cy.get('#password').type('«<pw>»')
javascript: playwright     | await page.getByLabel('Password').fill('«<pw>»');
javascript: local storage  | localStorage.setItem('access_token', '«<w64>»')
typescript: class field    | private readonly apiSecret: string = '«<a32>»';
java: properties           | props.setProperty("javax.net.ssl.keyStorePassword", "«<pw>»");
java: driver manager       | DriverManager.getConnection("jdbc:postgresql://db/app", "app", "«<pw>»");
java: value default        | @Value("${jwt.secret:«<a32>»}") private String jwtSecret;
java: builder              | .withUsername("app").withPassword("«<pw>»").build();
kotlin: constant           | private const val API_SECRET = "«<a32>»"
scala: config              | slick.dbs.default.db.password = "«<pw>»"
go: constant               | const apiToken = "«<a40>»" // TODO remove
go: map                    | os.Setenv("DB_PASSWORD", "«<pw>»")
go: struct literal         | opts := &redis.Options{Addr: "cache:6379", Password: "«<pw>»", DB: 0}
go: header                 | req.Header.Set("X-Api-Key", "«<a32>»")
rust: constant             | const API_KEY: &str = "«<a32>»";
rust: env                  | std::env::set_var("DB_PASSWORD", "«<pw>»");
c: define                  | #define WIFI_PASSWORD "«<word>»"
c++: map                   | {"client_secret", "«<a32>»"},
csharp: builder            | new SqlConnectionStringBuilder { UserID = "sa", Password = "«<pw>»" }
ruby: env fetch            | secret = ENV.fetch("JWT_SECRET") { "«<a32>»" }
ruby: factory              | create(:user, email: 'ada@acme.io', password: '«<pw>»')
php: wordpress             | define( 'DB_PASSWORD', '«<pw>»' );
php: env                   | 'secret' => env('PUSHER_SECRET', '«<a20>»'),
swift: constant            | static let clientSecret = "«<a32>»"
objective-c: define        | NSString *const kApiSecret = @"«<a32>»";
r: environ                 | Sys.setenv(DB_PASSWORD = "«<pw>»")
julia: env                 | ENV["API_TOKEN"] = "«<a32>»"
haskell: record            | defaultConnectInfo { connectUser = "app", connectPassword = "«<pw>»" }
clojure: map               | {:dbtype "postgresql" :user "app" :password "«<pw>»"}
lua: table                 | local conf = { user = "app", password = "«<pw>»" }
groovy: gradle             | credentials { username 'ci'; password '«<pw>»' }
applescript: shell         | do shell script "x" user name "ada" password "«<pw>»" with administrator privileges
url: basic in yaml         | repo: https://oauth2:«<a20>»@git.acme.io/team/charts.git
url: query token           | wss://stream.acme.io/v1?token=«<w43>»&v=2
url: sas                   | https://acme.blob.core.windows.net/c/f?sv=2022-11-02&sig=«<a40>%3D»&se=2030
url: presigned             | https://b.s3.amazonaws.com/k?X-Amz-Credential=AKIA<u16>&X-Amz-Signature=«<h64>»
url: fragment              | https://app.acme.io/callback#access_token=«<w64>»&token_type=bearer
url: magic link            | https://acme.io/auth/magic?code=«<a40>»
url: ldap                  | ldap://cn=admin:«<urlpw>»@ldap.acme.io/dc=acme
url: sentry                | SENTRY_DSN=https://«<h32>»@o1.ingest.sentry.io/2
url: encoded               | DATABASE_URL=mysql://app:«<pctpw>»@db:3306/shop?ssl=true
log: python repr           | INFO app: connecting with {'user': 'app', 'password': '«<pw>»'}
log: logfmt                | level=debug msg="login" user=ada password=«<pw>» ip=10.0.0.1
log: json in text          | 12:00:01 DEBUG payload={"client_secret":"«<a32>»"}
log: initial password      | Initial admin password: «<h32>»
log: jupyter               | http://127.0.0.1:8888/lab?token=«<h48>»
log: root token            | Unseal Key 1: «<b43>=»⏎Initial Root Token: «hvs.<a24>»
log: query                 | LOG:  statement: ALTER USER app PASSWORD '«<pw>»'
log: ldap bind             | BIND dn="cn=admin,dc=acme" method=128 password="«<pw>»"
log: header dump           | x-amz-security-token: «<b120>»
diff: env file             | --- a/.env⏎+++ b/.env⏎-API_TOKEN=«<a32>»⏎+API_TOKEN=
diff: yaml                 |  db:⏎-  password: «<pw>»⏎+  password: ${DB_PASSWORD}
diff: code                 | -    client = Client("«<a40>»")  # token⏎+    client = Client(os.environ["TOKEN"])
diff: json                 | -  "clientSecret": "«<a32>»",⏎+  "clientSecret": "",
tool call: edit            | {"old_string": "password = \"«<pw>»\"", "new_string": "password = os.environ[\"PW\"]"}
tool call: write           | {"file_path": "/app/.env", "content": "DB_HOST=db\nDB_PASSWORD=«<pw>»\n"}
tool call: fetch           | {"url": "https://api.acme.io", "headers": {"x-api-key": "«<a32>»"}}
mcp: server                | {"mcpServers": {"db": {"command": "npx", "env": {"ACCESS_TOKEN": "«<a40>»"}}}}
mcp: arguments             | "args": ["-y", "mcp-server", "--api-key", "«<a32>»"]
chat: use                  | use this api key: «<a32>»
chat: the password         | The admin password is «<pw>» and the port is 8443.
chat: login                | You can log in with username ada and password «<pw>».
chat: changed              | I changed the database password to `«<pw>»`.
chat: token for            | Here is the token for the staging API: `«<a40>»`
chat: bold                 | **Password:** `«<pw>»`
chat: list                 | - user: ada⏎- pass: «<pw>»
chat: french               | Le mot de passe est «<pw>» pour l'instant.
chat: pasted pair          | AKIA<u16>⏎«<b40>»
table: rst                 | ======== ================⏎user     password⏎======== ================⏎ada      «<pw>»
html: input                | <input type="password" name="pw" value="«<pw>»">
xml: web config            | <sessionState stateConnectionString="tcp" sqlConnectionString="data source=db;user id=sa;password=«<pw>»"/>
xml: spring bean           | <bean id="ds"><property name="password"><value>«<pw>»</value></property></bean>
xml: jenkins               | <hudson.util.Secret><plainText>«<pw>»</plainText></hudson.util.Secret>
json: har post data        | "postData": {"params": [{"name": "password", "value": "«<pw>»"}]}
json: dashboard            | "secureJsonData": {"httpHeaderValue1": "Bearer «<w43>»"}
json: n8n                  | {"name": "Header Auth", "data": {"name": "X-API-KEY", "value": "«<a32>»"}}
json: ssh target           | {"hostname": "h", "username": "root", "auth": {"method": "password", "secret": "«<pw>»"}}
yaml: list of secrets      | secrets:⏎  - name: api⏎    secret: «<a32>»
yaml: basic header         | http_headers:⏎  Authorization: Basic «<b44>=»
yaml: multi document       | ---⏎admin_user: root⏎admin_pass: "«<pw>»"⏎---
yaml: folded               | token: >-⏎  «<w64>»
yaml: sealed args          | args: ["--user=app", "--password=«<pw>»"]
toml: streamlit            | [connections.db]⏎username = "app"⏎password = "«<pw>»"
toml: cargo                | [registries.acme]⏎token = "Bearer «<a40>»"
ini: mysql client          | [client]⏎user=root⏎password="«<pw>»"
ini: s3cfg                 | access_key = AKIA<u16>⏎secret_key = «<b40>»
"""
