# ruff: noqa: E501
"""Shapes of secrets that the rules were written for, and of harmless text that looks like them.

A row is a name and a template: `⏎` is a line end, `«…»` the secret, `<…>` something made up (`values.py`):
`<name>` and its spellings `<NAME>`, `<nAme>`, `<na-me>`, `<na.me>` say that their value is secret, and `<value>` is a
value for that name. So one row is a syntax, with many names and values. `⟦a¦b¦c⟧` are words or options of a command in
any order.
"""

SHAPES = r"""
json: member               | {"user": "app", "<name>": "«<value>»", "port": 5432}
json: camel                | {"<nAme>": "«<value>»"}
json: kebab                | {"<na-me>":"«<value>»","x":1}
json: upper                | {"env": {"<NAME>": "«<value>»", "TZ": "UTC"}}
json: pairs                | {"name": "<NAME>", "value": "«<value>»"}
json: pairs, ecs           | {"environment": [{"value": "«<value>»", "name": "<NAME>"}]}
json: key and value        | {"Key": "<na.me>", "Value": "«<value>»"}
json: python repr          | {'host': 'db', '<name>': '«<value>»', 'port': 1}
yaml: bare                 | db:⏎  <name>: «<value>»⏎  port: 5432
yaml: camel                | auth:⏎    <nAme>: «<value>»⏎    enabled: true
yaml: double               | <name>: "«<value>»"⏎other: 1
yaml: single               | - name: x⏎  <na-me>: '«<value>»'
yaml: list of pairs        | env:⏎  - name: <NAME>⏎    value: "«<value>»"⏎  - name: TZ⏎    value: UTC
yaml: list of pairs, bare  | env:⏎  - name: <NAME>⏎    value: «<value>»
yaml: comment              | <name>: «<value>»  # rotate in May
yaml: upper                | environment:⏎  <NAME>: «<value>»⏎  TZ: UTC
yaml: flow                 | db: {host: db, <name>: «<value>», port: 1}
toml: string               | <name> = "«<value>»"
toml: literal              | [tool.x]⏎<na-me> = '«<value>»'
ini: bare                  | [db]⏎<name>=«<value>»⏎port=1
ini: spaces                | [db]⏎<name> = «<value>»
ini: colon                 | [db]⏎<nAme>: «<value>»
ini: semicolon             | [db]⏎<name> = «<value>» ; prod
properties: dotted         | app.<na.me>=«<value>»
properties: spaces         | app.<na.me> = «<value>»
properties: camel          | mail.<nAme>=«<value>»
env: bare                  | <NAME>=«<value>»
env: double                | <NAME>="«<value>»"
env: single                | export <NAME>='«<value>»'
env: several               | A=1 <NAME>=«<value>» B=2 ./run.sh
env: systemd               | Environment="<NAME>=«<value>»"
env: dump                  | PATH=/usr/bin⏎<NAME>=«<value>»⏎HOME=/root
xml: element               | <x><user>app</user><§nAme>«<value>»</§nAme></x>
xml: upper element         | <§NAME>«<value>»</§NAME>
xml: dashed element        | <cfg>⏎  <§na-me>«<value>»</§na-me>⏎</cfg>
xml: attribute             | <db user="app" <nAme>="«<value>»" port="1"/>
xml: key and value         | <add key="<nAme>" value="«<value>»" />
xml: value and key         | <setting value="«<value>»" name="<nAme>"/>
xml: property              | <property name="<na.me>" value="«<value>»"/>
xml: property element      | <property name="<na.me>">«<value>»</property>
xml: entry                 | <entry key="<name>">«<value>»</entry>
xml: nested value          | <setting name="<nAme>"><Value>«<value>»</Value></setting>
xml: escaped               | &lt;<nAme>&gt;«<value>»&lt;/<nAme>&gt;
xml: cdata                 | <§nAme><![CDATA[«<value>»]]></§nAme>
xml: plist                 | <key><nAme></key>⏎  <string>«<value>»</string>
shell: flag                | tool deploy --<na-me> «<value>» --verbose
shell: flag with sign      | tool deploy --<na-me>=«<value>» --verbose
shell: quoted flag         | tool deploy --<na-me> "«<value>»"
shell: java property       | java -D<na.me>=«<value>» -jar app.jar
shell: docker env          | docker run -d -e <NAME>=«<value>» -p 80:80 img
shell: docker login        | docker login ⟦-u bot¦-p «<pw>»¦registry.acme.io⟧
shell: docker login stdin  | echo '«<pw>»' | docker login -u bot --password-stdin registry.acme.io
shell: echo into sudo      | echo «<pw>» | sudo -S systemctl restart app
shell: podman login        | podman login ⟦--username bot¦-p «<pw>»¦quay.io⟧
shell: registry login      | helm registry login ⟦-u bot¦-p «<pw>»¦quay.io⟧
shell: sshpass             | sshpass ⟦-v¦-p '«<pw>»'⟧ ssh root@db
shell: mysql               | mysqldump ⟦-u root¦-p«<pw>»¦app⟧ > dump.sql
shell: redis               | redis-cli ⟦-h cache¦-a «<pw>»¦-n 2⟧ ping
shell: sqlcmd              | sqlcmd ⟦-S db¦-U sa¦-P «<pw>»¦-Q "select 1"⟧
shell: psql inline         | PGPASSWORD=«<pw>» psql -h db -U app
shell: curl user           | curl -u app:«<pw>» https://x.io
shell: curl user, quoted   | curl -s --user "app:«<pw>»" https://x.io
shell: curl header         | curl -H 'Authorization: Bearer «<w43>»' https://x.io
shell: curl form           | curl -F "<name>=«<value>»" https://x.io
shell: curl json           | curl -d '{"user":"a","<name>":"«<value>»"}' https://x.io
shell: wget                | wget --http-user=me --http-password=«<pw>» https://x.io/f
shell: export several      | export A=1; export <NAME>=«<value>»; make
shell: configure           | npm config set //registry.acme.io/:_authToken «<a36>»
shell: aws configure       | aws configure set aws_secret_access_key «<b40>»
shell: gh secret           | gh secret set <NAME> --body "«<value>»"
shell: heroku              | heroku config:set <NAME>=«<value>» -a app
shell: chpasswd            | echo "app:«<pw>»" | chpasswd
shell: openssl             | openssl rsa -in k.pem -passin pass:«<pw>»
shell: keytool             | keytool -list -keystore a.jks -storepass «<pw>» -alias x
shell: rar                 | 7z ⟦x¦backup.7z¦-p«<pw>»¦-oout⟧
shell: login alone         | docker login -p «<pw>»
shell: login, quoted       | docker login ⟦-u "bot"¦-p "«<pw>»"¦ghcr.io⟧
shell: login, continued    | docker login \⏎  -u bot \⏎  -p «<pw>» \⏎  quay.io
shell: login, many lines   | helm registry login quay.io \⏎    -p «<pw>» \⏎    -u bot
shell: cloud login         | az login ⟦--service-principal¦-u app¦-p «<pw>»¦--tenant t⟧
shell: platform login      | cf login ⟦-a https://api.acme.io¦-u bot¦-p «<pw>»¦-o team⟧
shell: mysql alone         | mysql -p«<pw>»
shell: mysql, quoted       | mysqladmin ⟦-h db¦-u root¦-p'«<pw>»'⟧ ping
shell: mariadb             | mariadb-dump ⟦-h db¦-u root¦-p«<pw>»¦app⟧ | gzip > app.gz
shell: mongo               | mongodump ⟦--host db¦-u app¦-p «<pw>»¦--out b⟧
shell: mongo alone         | mongosh -p «<pw>»
shell: sqlcmd alone        | sqlcmd -P «<pw>»
shell: bcp                 | bcp t out t.dat ⟦-S db¦-U sa¦-P «<pw>»¦-c⟧
shell: ldap                | ldapsearch ⟦-x¦-H ldap://d¦-D cn=admin¦-w «<pw>»¦-b dc=acme⟧
shell: zip                 | zip ⟦-r¦-P «<pw>»⟧ out.zip data/
shell: unzip               | unzip ⟦-o¦-P «<pw>»¦-d out⟧ in.zip
shell: rar, names too      | rar a ⟦-r¦-hp«<pw>»⟧ out.rar data/
shell: htpasswd            | htpasswd ⟦-b¦-c¦-B⟧ .htpasswd admin «<pw>»
shell: htpasswd, cost      | htpasswd -nbBC 10 admin «<pw>»
shell: lftp                | lftp ⟦-p 2121¦-u me,«<pw>»⟧ ftp.acme.io
shell: smbclient           | smbclient ⟦//nas/share¦-U jane%«<pw>»¦-c ls⟧
shell: curl user, any      | curl ⟦-s¦-X POST¦-u app:«<pw>»¦https://x.io⟧
powershell: secure string  | ConvertTo-SecureString "«<pw>»" -AsPlainText -Force
powershell: string first   | ConvertTo-SecureString -String '«<pw>»' -AsPlainText -Force
powershell: flag           | Connect-Db -User sa -Password "«<pw>»"
powershell: variable       | $<nAme> = "«<value>»"
dockerfile: env            | ENV <NAME>=«<value>»
dockerfile: env, old       | ENV <NAME> «<value>»
dockerfile: arg            | ARG <NAME>="«<value>»"
python: assign             | <name> = "«<value>»"
python: single             | self.<name> = '«<value>»'
python: constant           | <NAME> = "«<value>»"
python: typed              | <name>: str = "«<value>»"
python: argument           | connect(host="db", <name>="«<value>»", port=1)
python: dict               | config["<name>"] = "«<value>»"
python: environ            | os.environ["<NAME>"] = "«<value>»"
python: setdefault         | os.environ.setdefault("<NAME>", "«<value>»")
python: get with default   | <name> = os.environ.get("<NAME>", "«<value>»")
python: raw                | <name> = r'«<value>»'
python: triple             | <name> = '''«<value>»'''
python: compare            | if <name> == "«<value>»":
python: bare               | <name> = «<value>»
javascript: const          | const <nAme> = '«<value>»';
javascript: property       | { user: 'app', <nAme>: "«<value>»" }
javascript: env            | process.env.<NAME> = '«<value>»'
javascript: fallback       | const <nAme> = process.env.<NAME> || "«<value>»";
javascript: nullish        | <nAme>: process.env.<NAME> ?? '«<value>»',
javascript: template       | let <nAme> = `«<value>»`
typescript: field          | private <nAme>: string = '«<value>»';
java: field                | private String <nAme> = "«<value>»";
java: constant             | public static final String <NAME> = "«<value>»";
java: put                  | props.put("<na.me>", "«<value>»");
java: set property         | System.setProperty("<na.me>", "«<value>»");
java: builder              | .with("<nAme>", "«<value>»")
java: annotation           | @Value("${app.<na.me>:«<value>»}")
kotlin: val                | val <nAme>: String = "«<value>»"
go: short                  | <nAme> := "«<value>»"
go: field                  | opts := Options{Host: "db", <NAmE>: "«<value>»"}
go: setenv                 | os.Setenv("<NAME>", "«<value>»")
go: const                  | const <nAme> = `«<value>»`
rust: let                  | let <name> = "«<value>»";
rust: owned                | <name>: "«<value>»".to_string(),
rust: const                | pub const <NAME>: &str = "«<value>»";
rust: from                 | let <name> = String::from("«<value>»");
c: define                  | #define <NAME> "«<value>»"
c: array                   | static const char <name>[] = "«<value>»";
c++: string                | std::string <nAme> = "«<value>»";
csharp: field              | private const string <NAmE> = "«<value>»";
csharp: indexer            | config["App:<NAmE>"] = "«<value>»";
csharp: verbatim           | var <nAme> = @"«<value>»";
ruby: assign               | <name> = '«<value>»'
ruby: env                  | ENV['<NAME>'] = '«<value>»'
ruby: fetch                | ENV.fetch("<NAME>", "«<value>»")
ruby: rocket               | :<name> => "«<value>»",
ruby: rocket, string       | "<name>" => '«<value>»',
ruby: symbol               | <name>: '«<value>»',
php: define                | define('<NAME>', '«<value>»');
php: define, spaces        | define( "<NAME>",  "«<signs>»" );
php: variable              | $<nAme> = '«<value>»';
php: array                 | '<name>' => '«<value>»',
php: env                   | 'x' => env('<NAME>', '«<value>»'),
php: putenv                | putenv("<NAME>=«<value>»");
swift: let                 | static let <nAme> = "«<value>»"
perl: hash                 | <name> => '«<value>»',
perl: env                  | $ENV{<NAME>} = "«<value>»";
lua: field                 | conf.<name> = "«<value>»"
r: setenv                  | Sys.setenv(<NAME> = "«<value>»")
r: assign                  | <name> <- "«<value>»"
haskell: let               | let <nAme> = "«<value>»"
clojure: map               | {:user "app" :<na-me> "«<value>»"}
elixir: config             | config :app, <name>: "«<value>»"
elisp: setq                | (setq my-<na-me> "«<value>»")
terraform: attribute       | resource "x" "y" {⏎  <name> = "«<value>»"⏎}
terraform: variable        | variable "<name>" {⏎  default = "«<value>»"⏎}
groovy: ext                | ext.<nAme> = '«<value>»'
vim: let                   | let g:<name> = '«<value>»'
nginx: header              | proxy_set_header Authorization "Basic «<b24>==»";
sql: identified            | ALTER USER app IDENTIFIED BY "«<pw>»";
sql: password              | ALTER ROLE app WITH LOGIN PASSWORD '«<pw>»';
sql: set                   | SET PASSWORD FOR 'app'@'%' = PASSWORD('«<pw>»');
sql: login                 | CREATE LOGIN app WITH PASSWORD = N'«<pw>»';
jdbc: oracle               | jdbc:oracle:thin:scott/«<pw>»@//db:1521/orcl
jdbc: oracle, old          | sqlplus scott/«<pw>»@db:1521/orcl
jdbc: mysql                | jdbc:mysql://db:3306/app?user=app&password=«<urlpw>»&useSSL=true
jdbc: sql server           | jdbc:sqlserver://db:1433;databaseName=app;user=sa;password=«<pw>»;encrypt=true
dsn: postgres              | host=db port=5432 user=app password=«<pw>» dbname=app
dsn: odbc                  | Driver={ODBC Driver 18};Server=db;Uid=sa;Pwd=«<pw>»;Encrypt=yes
dsn: azure                 | DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=«<b86>==»;EndpointSuffix=core.windows.net
dsn: service bus           | Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccessKey=«<b43>=»
dsn: go mysql              | app:«<pw>»@tcp(db:3306)/app?parseTime=true
dsn: kafka jaas            | org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="«<pw>»";
url: password              | mongodb+srv://app:«<urlpw>»@c0.mongodb.net/app?retryWrites=true
url: percent-encoded       | postgres://app:«<pctpw>»@db:5432/app
url: user only             | https://«<a40>»@github.com/acme/app.git
url: query                 | https://x.io/cb?<name>=«<urlpw>»&state=1
url: query, camel          | GET /v1/items?<nAme>=«<urlpw>»&page=2 HTTP/1.1
url: encoded query         | https://x.io/login?next=%2Fcb%3F<name>%3D«<a32>»%26page%3D2
url: encoded quotes        | %22<name>%22%3A%22«<a32>»%22
url: signed                | https://a.blob.core.windows.net/c/f?sv=2022-11-02&sig=«<a43>%3D»&se=2026
url: webhook               | https://hooks.slack.com/services/T<u10>/B<u10>/«<a24>»
header: bearer             | Authorization: Bearer «<w43>»
header: basic              | Authorization: Basic «<b24>==»
header: proxy              | Proxy-Authorization: Basic «<b24>==»
header: proxy, phrase      | "Proxy-Authorization": "Bearer «<phrase>»"
header: own                | X-Acme-Api-Key: «<a32>»
header: own token          | X-Gitlab-Token: «<a20>»
header: cookie             | Cookie: theme=dark; session_id=«<a40>»; lang=en
header: set-cookie         | set-cookie: auth_token=«<w43>»; HttpOnly; Path=/
header: object             | headers: { 'X-Api-Key': '«<a32>»', Accept: '*/*' }
log: key value             | level=info msg=start <name>=«<value>» n=1
log: quoted                | time=10:00 <name>="«<value>»" host=db
log: colon                 | [INFO] using <name>: «<value>»
log: java                  | Config(host=db, <nAme>=«<value>», port=1)
log: debug map             | map[host:db <name>:«<value>» port:1]
log: ruby                  | {:user=>"app", :<name>=>"«<value>»"}
log: rust debug            | Config { host: "db", <name>: "«<value>»" }
log: arrow                 | <name> -> «<value>»
prose: is                  | My <name> is «<pw>», use it for the test.
prose: colon               | Here is the password: «<pw>»
prose: backticks           | Log in as admin with password `«<pw>»` first.
prose: quoted              | use "«<pw>»" as the password
prose: german              | Das Passwort lautet «<pw>»
prose: spaces              | API key: «<a32>»
prose: title               | Secret Access Key: «<b40>»
markdown: list             | - **Password:** `«<pw>»`
markdown: table            | | Password | `«<pw>»` |
hash: apr1                 | admin:«$apr1$<a8>$<a22>»
hash: md5 crypt            | root:«$1$<a8>$<a22>»:19000:0:99999:7:::
hash: sha256 crypt         | app:«$5$<a16>$<a43>»:19000::::::
hash: sha512 crypt rounds  | «$6$rounds=5000$<a16>$<a86>»
hash: yescrypt             | «$y$j9T$<a22>$<a43>»
hash: bcrypt               | INSERT INTO users VALUES (1, '«$2b$12$<a53>»');
hash: argon2i              | «$argon2i$v=19$m=4096,t=3,p=1$<b22>$<b43>»
hash: django               | «pbkdf2_sha256$600000$<a22>$<b43>=»
hash: werkzeug             | «pbkdf2:sha256:260000$<a16>$<h64>»
hash: scrypt               | «scrypt:32768:8:1$<a16>$<h128>»
hash: ldap                 | userPassword: «{SSHA}<b38>==»
hash: mysql                | IDENTIFIED WITH mysql_native_password AS '«*<H40>»'
hash: phpass               | «$P$B<a30>»
key: pem                   | -----BEGIN RSA PRIVATE KEY-----⏎«<b64>»⏎«<b64>»⏎«<b20>==»⏎-----END RSA PRIVATE KEY-----
key: pem, literal          | "-----BEGIN PRIVATE KEY-----\n«<b64>»\n«<b64>»\n«<b20>==»\n-----END PRIVATE KEY-----\n"
key: pem, twice escaped    | "-----BEGIN PRIVATE KEY-----\\n«<b64>»\\n«<b64>»\\n«<b20>==»\\n-----END PRIVATE KEY-----\\n"
key: pem, carriage returns | "-----BEGIN PRIVATE KEY-----\r\n«<b64>»\r\n«<b36>»\r\n-----END PRIVATE KEY-----"
key: pem, joined           | key = ("-----BEGIN EC PRIVATE KEY-----\n"⏎    "«<b64>»\n"⏎    "«<b40>»\n"⏎    "-----END EC PRIVATE KEY-----\n")
key: pem, javascript       | ["-----BEGIN PRIVATE KEY-----", "«<b64>»", "«<b40>»", "-----END PRIVATE KEY-----"].join("\n")
key: pem, spaces           | -----BEGIN RSA PRIVATE KEY----- «<b64>» «<b64>» -----END RSA PRIVATE KEY-----
key: pem, encrypted        | -----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,<H32>\n\n«<b64>»\n«<b44>»\n-----END RSA PRIVATE KEY-----
key: pgp, literal          | "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n«<b64>»\n«<b64>»\n=«<b4>»\n-----END PGP PRIVATE KEY BLOCK-----"
key: putty                 | PuTTY-User-Key-File-2: ssh-rsa⏎Private-Lines: 2⏎«<b64>»⏎«<b32>»⏎Private-MAC: <h40>
key: putty, literal        | "Public-Lines: 1\n<b64>\nPrivate-Lines: 2\n«<b64>»\n«<b32>»\nPrivate-MAC: <h40>"
key: pem, url              | -----BEGIN%20PRIVATE%20KEY-----%0A«<b64>»%0A«<b40>»%0A-----END%20PRIVATE%20KEY-----
key: jwk                   | {"kty":"EC","crv":"P-256","d":"«<w43>»","x":"<w43>"}
provider: adafruit         | «aio_<a28>»
provider: gitlab ci        | «glcbt-<l2>_<w20>»
provider: stripe           | stripe.api_key = "«sk_live_<a24>»"
provider: github           | git clone https://x-access-token:«ghp_<a36>»@github.com/a/b
provider: aws              | aws_access_key_id=AKIA<u16> aws_secret_access_key=«<b40>»
netrc                      | machine x.io⏎  login me⏎  password «<pw>»
pgpass                     | db:5432:app:app:«<pw>»
htpasswd                   | admin:«{SHA}<b27>=»
git credentials            | https://me:«<a40>»@github.com
npmrc                      | //npm.acme.io/:_authToken=«<U>»
maven                      | <server>⏎  <id>x</id>⏎  <password>«<pw>»</password>⏎</server>
pip                        | index-url = https://me:«<pw>»@pypi.acme.io/simple
wifi                       | network={⏎  ssid="home"⏎  psk="«<word>»"⏎}
ansible                    | ansible_ssh_pass=«<pw>» ansible_user=root
redis conf                 | requirepass «<pw>»
ftp                        | lftp -u me,«<pw>» ftp.acme.io
dotted value               | SNOWFLAKE_PASSWORD = "«<a12>.<z2>»"
dotted value, bare         | export SNOWFLAKE_PASSWORD=«<a9>.<a4>»
smtp                       | {"smtpPass": "«<pw>»", "smtpUser": "bot"}
"""
