# ruff: noqa: E501
"""Shapes of servers, services and tools that no rule was written for.

Do not tune rules to them. If a rule is widened to a class of them, move its rows to `shapes.py`, and write others here.
See `shapes.py` for how to read it.
"""

SHAPES = r"""
caddy: basic auth          | basic_auth {⏎    admin «$2a$14$<a53>»⏎}
caddy: token               | tls {⏎    dns cloudflare «<w40>»⏎}
traefik: users             | traefik.http.middlewares.auth.basicauth.users=admin:«$apr1$<a8>$<a22>»
envoy: secret              | inline_string: "«<a32>»"  # hmac_secret
prometheus: basic          | basic_auth:⏎      username: scrape⏎      password: «<pw>»
alertmanager: slack        | slack_configs:⏎- api_url: https://hooks.slack.com/services/T<u10>/B<u10>/«<a24>»
grafana: datasource        | secureJsonData:⏎      password: «<pw>»
loki: s3                   | s3: s3://AKIA<u16>:«<a40>»@eu-west-1/logs
airflow: connection        | AIRFLOW_CONN_DB=postgresql://app:«<urlpw>»@db:5432/app
airflow: fernet            | fernet_key = «<w43>=»
dbt: profile               | dev:⏎  type: snowflake⏎  user: app⏎  password: "«<pw>»"
spark: conf                | spark-submit --conf spark.hadoop.fs.s3a.secret.key=«<b40>» job.py
flink: conf                | s3.secret-key: «<b40>»
hadoop: core site          | <name>fs.s3a.secret.key</name>⏎  <value>«<b40>»</value>
kafka connect              | "connection.password": "«<pw>»",
debezium: connector        | curl -X POST -d '{"config":{"database.password":"«<pw>»"}}' http://connect:8083/connectors
nats: creds                | authorization { user: app, password: "«<pw>»" }
nats: url                  | nats://app:«<urlpw>»@nats:4222
consul: token              | consul kv get -token=«<U>» app/config
nomad: env                 | env {⏎  DB_PASSWORD = "«<pw>»"⏎}
packer: variable           | packer build -var 'ssh_password=«<pw>»' image.json
vagrant: ssh               | config.ssh.password = "«<pw>»"
chef: databag              | {"id": "mysql", "root_password": "«<pw>»"}
puppet: class              | class { 'mysql::server': root_password => '«<pw>»' }
salt: pillar               | mysql:⏎  root_pw: «<pw>»
ansible: inventory         | db1 ansible_host=10.0.0.4 ansible_password=«<pw>»
cloud-init: users          | users:⏎  - name: app⏎    plain_text_passwd: «<pw>»
unattend: windows          | <AdministratorPassword><Value>«<pw>»</Value></AdministratorPassword>
netplan: wifi              | access-points:⏎  "office":⏎    password: "«<word>»"
hostapd: passphrase        | wpa_passphrase=«<word>»
strongswan: psk            | 10.0.0.1 10.0.0.2 : PSK "«<b32>»"
samba: credentials         | username=jane⏎password=«<pw>»⏎domain=ACME
rsync: env                 | RSYNC_PASSWORD=«<pw>» rsync -a jane@h::mod /x
restic: env                | RESTIC_PASSWORD='«<phrase>»' restic backup /srv
duplicity: env             | PASSPHRASE="«<phrase>»" duplicity /srv file:///b
ffmpeg: rtsp               | ffmpeg -i rtsp://admin:«<urlpw>»@10.0.0.7:554/ch1 out.mp4
mqtt: python               | client.username_pw_set("app", "«<pw>»")
paramiko: connect          | ssh.connect("db", username="root", password="«<pw>»")
fabric: kwargs             | Connection("web", connect_kwargs={"password": "«<pw>»"})
requests: auth             | requests.get(url, auth=("jane", "«<pw>»"))
django: secret             | SECRET_KEY = 'django-insecure-«<a40>»'
flask: config              | app.config["SECRET_KEY"] = "«<a32>»"
fastapi: settings          | class Settings(BaseSettings):⏎    jwt_secret: str = "«<a32>»"
celery: broker             | broker_url = "amqp://app:«<urlpw>»@mq:5672//"
sqlalchemy: engine         | create_engine("mysql+pymysql://app:«<urlpw>»@db/app")
pandas: odbc               | pyodbc.connect("DSN=dw;UID=app;PWD=«<pw>»")
node: mysql2               | mysql.createConnection({host: 'db', user: 'app', password: '«<pw>»'})
node: mailer               | auth: { user: 'bot@acme.io', pass: '«<pw>»' }
node: jwt sign             | jwt.sign({ id }, '«<a32>»', { expiresIn: '1h' })
node: express session      | app.use(session({ secret: '«<a24>»', resave: false }))
node: axios header         | axios.get(u, { headers: { 'X-Auth-Token': '«<a32>»' } })
next: env                  | NEXTAUTH_SECRET=«<b43>=»
vite: env                  | VITE_API_KEY="«<a32>»"
java: basic                | new UsernamePasswordCredentials("app", "«<pw>»")
java: char array           | char[] pw = "«<pw>»".toCharArray();
android: gradle            | buildConfigField "String", "API_KEY", "\"«<a32>»\""
ios: plist                 | <key>API_KEY</key>⏎<string>«<a32>»</string>
go: basic auth             | req.SetBasicAuth("app", "«<pw>»")
go: dsn                    | sql.Open("mysql", "app:«<urlpw>»@tcp(db:3306)/app")
rust: basic auth           | client.get(u).basic_auth("app", Some("«<pw>»"))
csharp: credential         | new NetworkCredential("app", "«<pw>»")
csharp: json               | "ConnectionStrings": {"Default": "Server=db;User Id=sa;Password=«<pw>»;"}
php: pdo                   | new PDO('mysql:host=db', 'app', '«<pw>»');
php: laravel               | DB_PASSWORD="«<pw>»"⏎APP_KEY=base64:«<b43>=»
ruby: rails credentials    | secret_key_base: «<h128>»
ruby: net http             | req.basic_auth 'app', '«<pw>»'
perl: dbi                  | DBI->connect("dbi:Pg:dbname=a", "app", "«<pw>»");
excel: connection          | ODBC;DSN=dw;UID=app;PWD=«<pw>»;DATABASE=x
sql: dblink                | SELECT * FROM dblink('host=h user=app password=«<pw>»', 'select 1') AS t(a int);
sql: create server         | CREATE USER MAPPING FOR app SERVER s OPTIONS (user 'app', password '«<pw>»');
clickhouse: user           | CREATE USER app IDENTIFIED WITH plaintext_password BY '«<pw>»'
clickhouse: client         | clickhouse-client --host h --user app --password «<pw>»
influx: token              | influx query -t «<w86>==» 'buckets()'
elastic: curl              | curl -k -u elastic:«<pw>» https://es:9200/_cat/indices
minio: alias               | mc alias set local http://minio:9000 AKIA<u16> «<a40>»
s3cmd: flags               | s3cmd --access_key=AKIA<u16> --secret_key=«<b40>» ls
gcloud: sql                | gcloud sql users set-password root --instance=db --password=«<pw>»
aws: rds                   | aws rds modify-db-instance --master-user-password «<pw>» --apply-immediately
az: sql                    | az sql server create -n s -u app -p «<pw>» -g rg
oc: secret                 | oc create secret generic db --from-literal=token=«<a32>»
k8s: string data           | stringData:⏎  password: «<pw>»
argocd: login              | argocd login cd.acme.io --username admin --password «<pw>»
npm: publish               | NPM_TOKEN=«<U>» npm publish
twine: upload              | twine upload -u bot -p «<pw>» dist/*
maven: deploy              | mvn deploy -Drepo.password=«<pw>»
nuget: source              | nuget sources add -Name x -Source u -Username bot -Password «<pw>»
vb: connection             | cn.Open "Provider=SQLOLEDB;Data Source=db;User Id=sa;Password=«<pw>»"
sas: libname               | libname dw oracle user=app password="«<pw>»" path=db;
stata: odbc                | odbc load, dsn("dw") user("app") password("«<pw>»") table("t")
logstash: output           | elasticsearch { hosts => ["es"] user => "app" password => "«<pw>»" }
fluentd: match             | <match **>⏎  user app⏎  password «<pw>»⏎</match>
telegraf: output           | [[outputs.influxdb]]⏎  username = "app"⏎  password = "«<pw>»"
rabbitmq: definitions      | {"users": [{"name": "app", "password_hash": "«<b48>»"}]}
keycloak: realm            | {"clientId": "web", "secret": "«<a32>»", "enabled": true}
oauth: form                | client_id=web&client_secret=«<a32>»&grant_type=client_credentials
saml: settings             | saml.keystore.password = «<pw>»
gitlab: runner             | [[runners]]⏎  url = "https://git.acme.io"⏎  token = "«<a20>»"
travis: env                | travis env set API_TOKEN «<a32>» --private
bitbucket: variable        | {"key": "DB_PASSWORD", "value": "«<pw>»", "secured": true}
pulumi: config             | pulumi config set --secret dbPassword «<pw>»
serverless: env            | provider:⏎  environment:⏎    JWT_SECRET: «<a32>»
log: spring env            | Bound 'spring.datasource.password' to value '«<pw>»'
log: strace                | write(3, "PASS «<pw>»\r\n", 22) = 22
log: ftp                   | > PASS «<pw>»⏎< 230 Login successful
log: smtp                  | AUTH PLAIN «<b40>»
log: psql                  | \set db_password '«<pw>»'
chat: env list             | Set these: DB_USER=app, DB_PASSWORD=«<pw>», DB_HOST=db
chat: table of two         | user: jane | password: «<pw>»
"""

HARMLESS = r"""
caddy: import              | basic_auth {⏎    import users-<d2>⏎}
consul: variable           | consul kv get -token=$CONSUL_TOKEN app/config-<d2>
openvpn: file              | auth-user-pass /etc/openvpn/login-<d2>.txt
flask: environment         | app.config["SECRET_KEY"] = os.environ["SECRET_KEY_<d2>"]
node: jwt verify           | jwt.verify(token, process.env.JWT_SECRET, { maxAge: <d2> })
java: getter               | char[] pw = console.readPassword("Password for %s: ", user<d1>);
go: basic auth             | user, password, ok := req.BasicAuth() // <d2>
php: pdo                   | new PDO($dsn, $user, $password, [PDO::ATTR_TIMEOUT => <d2>]);
sql: mapping               | DROP USER MAPPING IF EXISTS FOR app<d2> SERVER s;
az: help                   | az sql server create -n s<d2> -u app -p "$SQL_PASSWORD" -g rg
npm: token list            | npm token list --registry https://npm.acme.io/v<d1>
k8s: projected token       | serviceAccountToken: { path: token, expirationSeconds: 36<d2> }
log: masked                | Bound 'spring.datasource.password' to value '******' (<d2>)
log: ftp                   | > PASS ******⏎< 230 Login successful (<d2>)
chat: portuguese           | A senha do banco é obrigatória desde a versão <d1>
make: recipe               | docker login ghcr.io -u $(USER) -p $(TOKEN_<d2>)
pytest: plugin             | pytest -p no:cacheprovider -p xdist tests/login/test_<d2>.py
git: patch                 | git stash push -p src/login<d2>.ts
"""
