# ruff: noqa: E501
"""Shapes in unusual syntaxes and places, whose classes rules know.

`LATER` has more of them, in other formats. Shapes that no rule was written for are in `untuned.py` and `fresh.py`. See
`shapes.py` for how to read them.
"""

SHAPES = r"""
hcl: vault policy          | resource "vault_generic_secret" "db" {⏎  data_json = jsonencode({ password = "«<pw>»" })⏎}
hcl: variable default      | variable "admin_password" {⏎  type    = string⏎  default = "«<pw>»"⏎}
hcl: tfvars list           | db_passwords = ["«<pw>»", "«<pw>»"]
nix: option                | services.postgresql.initialPassword = "«<pw>»";
jsonnet: field             | local config = { smtp+: { password:: '«<pw>»', port: 25 } };
cue: field                 | database: password: "«<pw>»"
dhall: record              | { user = "app", password = "«<pw>»" }
graphql: variables         | mutation { login(input: {email: "a@b.io", password: "«<pw>»"}) { id } }
http: form                 | POST /login HTTP/1.1⏎Content-Type: application/x-www-form-urlencoded⏎⏎user=jane&passwd=«<urlpw>»&remember=1
http: multipart            | Content-Disposition: form-data; name="password"⏎⏎«<pw>»⏎--boundary
http: api key header       | GET /v1/items HTTP/1.1⏎Host: api.acme.io⏎X-API-Key: «<a32>»
http: set-cookie           | Set-Cookie: sessionid=«<l32>»; Path=/; HttpOnly
http: basic                | Authorization: Basic «<b32>==»
csv: header                | user,password,role⏎jane,«<pw>»,admin
csv: semicolons            | host;user;password⏎db-1;app;«<pw>»
tsv: header                | name	secret	created⏎app	«<a32>»	2026-01-01
markdown: bullet           | - **Password:** `«<pw>»`⏎- **User:** admin
markdown: two rows         | | name | API key |⏎| --- | --- |⏎| staging | «<a32>» |⏎| prod | «<a32>» |
rst: definition            | :password: «<pw>»⏎:user: admin
html: input                | <input type="password" name="pw" value="«<pw>»">
html: meta                 | <meta name="api-token" content="«<a40>»">
html: data attribute       | <div id="map" data-api-key="«<a32>»"></div>
svelte: prop               | <Login user="jane" password="«<pw>»" />
chat: german               | Das Passwort lautet «<pw>» und gilt ab sofort.
chat: handed over          | here you go, pw: «<pw>»
chat: slash                | login is admin / «<word>» (password from the wiki)
chat: quoted               | use "«<pw>»" as the password for staging
terminal: prompt           | Enter password: «<pw>»⏎Login successful
terminal: generated        | Generated root password: «<pw>»
terminal: created token    | Your new token is:⏎⏎    «<a40>»⏎⏎Save it now, it will not be shown again.
terminal: expect           | expect "Password:"⏎send "«<pw>»\r"
terminal: netrc            | machine api.acme.io login jane password «<pw>»
terminal: pgpass           | db.internal:5432:app:jane:«<pw>»
terminal: sshpass          | sshpass -p '«<pw>»' ssh root@10.0.0.5
terminal: smbclient        | smbclient //nas/share -U 'acme/jane%«<pw>»'
terminal: rclone           | rclone config create box webdav url https://x.io user jane pass «<pw>»
terminal: wget             | wget --http-user=jane --http-password=«<pw>» https://x.io/a.tgz
terminal: chpasswd         | echo 'root:«<pw>»' | chpasswd
terminal: net use          | net use Z: \\nas\share «<pw>» /user:ACME\jane
terminal: curl user        | curl -u jane:«<pw>» https://x.io/api
terminal: jenkins          | java -jar jenkins-cli.jar -auth admin:«<h34>» list-jobs
systemd: unit              | [Service]⏎Environment="APP_PASSWORD=«<pw>»" "PORT=80"
supervisor: env            | environment=HOME="/srv",DJANGO_SECRET_KEY="«<pw>»"
nginx: header              | proxy_set_header X-Auth-Token "«<a32>»";
apache: setenv             | SetEnv DB_PASSWORD "«<pw>»"
freeradius: client         | client ap1 {⏎  ipaddr = 10.0.0.9⏎  secret = «<word>»⏎}
wpa: psk                   | network={⏎  ssid="office"⏎  psk="«<word>»"⏎}
cisco: enable              | enable secret 5 «$1$<a4>$<a22>»
bind: tsig                 | key "ddns" { algorithm hmac-sha256; secret "«<b43>=»"; };
gradle: signing            | signingConfigs { release { storePassword "«<pw>»"; keyAlias "app" } }
fastlane: env              | ENV["MATCH_PASSWORD"] = "«<pw>»"
clojure: map               | {:db {:user "app" :password "«<pw>»"}}
erlang: tuple              | {password, "«<pw>»"},
haskell: record            | defaultConnectInfo { connectUser = "app", connectPassword = "«<pw>»" }
ocaml: labelled            | let conn = new connection ~user:"app" ~password:"«<pw>»" ()
r: function                | con <- dbConnect(Postgres(), user = "app", password = "«<pw>»")
julia: keyword             | conn = DBInterface.connect(MySQL.Connection, "db", "app"; passwd="«<pw>»")
dart: named                | final api = Client(clientSecret: '«<a32>»');
objc: define               | #define API_SECRET @"«<a32>»"
c: char array              | static const char wifi_password[] = "«<word>»";
arduino: define            | #define WIFI_PASS "«<word>»"
vb: assignment             | Dim dbPassword As String = "«<pw>»"
cobol: value               | 01 DB-PASSWORD PIC X(20) VALUE "«<pw>»".
groovy: credentials        | credentials { username = 'ci'; password = '«<pw>»' }
sql: alter role            | ALTER ROLE app PASSWORD '«<pw>»' VALID UNTIL '2027-01-01';
sql: insert                | INSERT INTO users (name, password) VALUES ('jane', '«<pw>»');
sql: pgcrypto              | SELECT pgp_sym_decrypt(data, '«<pw>»') FROM vault WHERE secret;
redis: auth                | 127.0.0.1:6379> AUTH default «<pw>»
mongo: create user         | db.createUser({user: "app", pwd: "«<pw>»", roles: ["readWrite"]})
url: amqp                  | amqps://app:«<urlpw>»@mq.acme.io:5671/prod
url: token user            | git clone https://oauth2:«<a26>»@git.acme.io/team/app.git
url: signature             | https://acme.blob.core.windows.net/c/a.zip?sv=2022-11-02&se=2026-01-01&sig=«<a43>%3D»
python: repr               | Settings(user='app', password='«<pw>»', debug=False)
python: traceback          |   File "db.py", line 3, in connect⏎    password = '«<pw>»'⏎OperationalError: no
python: typed              | api_key: Final[str] = "«<a32>»"
go: printed struct         | {User:app Password:«<pw>» Port:5432}
java: printed map          | {user=app, password=«<pw>», port=5432}
ruby: inspect              | #<User id: 1, name: "jane", password: "«<pw>»">
js: env comment            | // API_SECRET is «<a32>» on staging
yaml: block scalar         | password: >-⏎  «<pw>»⏎user: app
yaml: tagged               | password: !str "«<pw>»"
yaml: flow                 | db: {user: app, password: «<pw>», port: 5432}
json: escaped twice        | "{\"cfg\":\"{\\\"password\\\":\\\"«<a20>»\\\"}\"}"
json5: unquoted            | {user: 'app', dbPassword: '«<pw>»', /* prod */ }
env: quoted export         | export 'API_TOKEN=«<a32>»'
env: commented             | # OLD_DB_PASSWORD=«<pw>»
"""

HARMLESS = r"""
csv: no values             | user,password,role⏎jane,,admin<d1>
markdown: columns          | | option | password | notes |⏎|---|---|---|⏎| `--ask` | required | since <d1>.2 |
markdown: policy           | | rule | password |⏎|---|---|⏎| length | at least 1<d1> |⏎| case | mixed |
hcl: variable              | variable "admin_password" {⏎  type = string⏎  sensitive = true # <d2>⏎}
html: label                | <label for="password">Password</label><input id="password" type="password" maxlength="<d2>">
http: headers              | Access-Control-Allow-Headers: Authorization, X-API-Key, Content-Type; max-age=<d3>
chat: asks                 | What password should I use for the staging database? I tried <d1> times.
chat: explains             | The token is invalid, because the secret was rotated <d1> days ago.
chat: german               | Das Passwort wird nicht gespeichert, siehe Seite <d2>.
terminal: prompt           | Enter password: ⏎Login failed after <d1> tries
terminal: usage            | usage: tool [-u USER] [-p PASSWORD] [--retries <d1>]
terminal: masked           | Password: ********⏎Retries: <d1>
sql: insert marks          | INSERT INTO users (name, password) VALUES (?, ?); -- <d2>
sql: select                | SELECT token, password FROM users WHERE id = <d2>;
python: keyword            | connect(user=user, password=password, retries=<d1>)
python: assertion          | assert form.errors["password"] == ["This field is required."]  # <d2>
go: field                  | Password:   cfg.Password, // <d2>
clojure: destructuring     | (let [{:keys [user password]} opts] (login user password <d1>))
erlang: spec               | -spec login(string(), password()) -> ok. % <d2>
nginx: variable            | proxy_set_header X-Auth-Token $http_x_auth_token; # <d2>
yaml: flow                 | required: [user, password, token<d1>]
c: prototype               | int check_password(const char *password, size_t max); /* <d2> */
css: variable              | --token-color-keyword: #<h6>; --password-gap: <d1>px;
shell: heredoc             | cat > .env <<EOF⏎DB_PASSWORD=${DB_PASSWORD_<d2>}⏎EOF
docs: heading              | ## Password reset tokens⏎⏎Tokens expire after <d2> minutes.
url: docs                  | https://docs.acme.io/auth/token?section=password-reset&v=<d2>
json: i18n                 | {"password": "Mot de passe", "forgot_password": "Mot de passe oublié ?", "n": <d2>}
json: claude image         | {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo<b800>"}}
"""

LATER = r"""
ansible: extra vars        | ansible-playbook site.yml -e 'db_password=«<pw>» env=prod'
kubectl: registry          | kubectl create secret docker-registry r --docker-username=bot --docker-password=«<pw>»
hcl: heredoc               | admin_password = <<EOT⏎«<pw>»⏎EOT
toml: long string          | password = '''⏎«<pw>»'''
lua: index                 | conf["password"] = "«<pw>»"
tcl: set                   | set db_password "«<pw>»"
prolog: fact               | password('«<pw>»').
fortran: declaration       | character(len=20) :: password = '«<pw>»'
pascal: assignment         | Connection.Password := '«<pw>»';
ada: constant              | Password : constant String := "«<pw>»";
matlab: field              | opts.Password = '«<pw>»';
scheme: define             | (define db-password "«<pw>»")
lisp: setf                 | (setf *api-secret* "«<a32>»")
elisp: plist               | (:host "x.io" :user "app" :secret "«<pw>»")
zig: const                 | const password: []const u8 = "«<pw>»";
nim: let                   | let dbPassword: string = "«<pw>»"
jenkins: with env          | withEnv(["DB_PASSWORD=«<pw>»", "TZ=UTC"]) {
gitlab: variable           | variables:⏎  DB_PASSWORD:⏎    value: "«<pw>»"⏎    description: prod
action: with               | with:⏎  username: bot⏎  password: «<pw>»⏎  registry: ghcr.io
compose: command           | command: redis-server --requirepass «<pw>» --port 6380
docker: run                | docker run -d -e MYSQL_ROOT_PASSWORD=«<pw>» -p 3306:3306 mysql
heroku: config             | heroku config:set SESSION_SECRET=«<a40>» -a app
fly: secrets               | fly secrets set API_TOKEN=«<a32>» OTHER=1
vault: put                 | vault kv put secret/db user=app password=«<pw>»
ssm: parameter             | aws ssm put-parameter --name /prod/db/password --value "«<pw>»" --type SecureString
keyvault: set              | az keyvault secret set --vault-name kv --name db-password --value «<pw>»
openssl: passout           | openssl pkcs12 -export -in a.pem -passout pass:«<pw>»
keytool: keypass           | keytool -genkey -keystore a.jks -keypass «<pw>» -alias app
nmcli: wifi                | nmcli dev wifi connect office password «<pw>»
iwctl: passphrase          | iwctl --passphrase «<pw>» station wlan0 connect office
mount: cifs                | mount -t cifs //nas/s /mnt -o username=jane,password=«<pw>»,vers=3.0
httpie: item               | http POST x.io/login user=jane password=«<pw>»
ssh-keygen: new            | ssh-keygen -t ed25519 -N '«<pw>»' -f deploy_key
zip: encrypted             | zip -r -P «<pw>» out.zip data/
borg: passphrase           | export BORG_PASSPHRASE="«<phrase>»"
mysql: set password        | SET PASSWORD FOR 'app'@'%' = PASSWORD('«<pw>»');
mssql: login               | CREATE LOGIN app WITH PASSWORD = N'«<pw>»', CHECK_POLICY = OFF;
oracle: bare               | ALTER USER scott IDENTIFIED BY «<pw>»;
mongo: auth                | db.auth("app", "«<pw>»")
cassandra: role            | CREATE ROLE app WITH PASSWORD = '«<pw>»' AND LOGIN = true;
snowflake: user            | CREATE USER app PASSWORD='«<pw>»' DEFAULT_ROLE = r;
sql: update                | UPDATE users SET name = 'jane', password = '«<pw>»' WHERE id = 7;
rails: parameters          | Parameters: {"user"=>{"email"=>"a@b.io", "password"=>"«<pw>»"}}
json: list of one          | {"level":"debug","params":{"user":["jane"],"password":["«<pw>»"]}}
python: tuple              | [('user', 'app'), ('password', '«<pw>»')]
java: record               | Credentials[username=jane, password=«<pw>»]
kotlin: data class         | Login(name=jane, password=«<pw>»)
rust: debug                | Config { user: "app", password: "«<pw>»", port: 5432 }
php: print_r               |     [user] => app⏎    [password] => «<pw>»
php: var_dump              |   ["password"]=>⏎  string(12) "«<pw>»"
cmd: setx                  | setx API_TOKEN "«<a32>»"
registry: value            | "Password"="«<pw>»"
xml: short attribute       | <user name="jane" pwd="«<pw>»"/>
soap: typed                | <ns1:password xsi:type="xsd:string">«<pw>»</ns1:password>
html: hidden               | <input type="hidden" name="client_secret" value="«<a32>»">
mail: credentials          | Username: jane⏎Password: «<pw>»⏎⏎Please change it soon.
chat: pw for               | the pw for prod is «<pw>»
chat: spanish              | La contraseña es «<pw>» y caduca el lunes.
chat: french               | Le mot de passe est «<pw>», merci.
chat: changed              | I changed the root password to «<pw>» yesterday
haproxy: user              |   user admin insecure-password «<pw>»
postfix: sasl              | [smtp.acme.io]:587 bot@acme.io:«<pw>»
wireguard: preshared       | PresharedKey = «<b43>=»
mosquitto: option          | mosquitto_pub -h mq -u app -P «<pw>» -t a -m b
ipmitool: option           | ipmitool -I lanplus -H 10.0.0.3 -U admin -P «<pw>» chassis status
rdp: slash                 | xfreerdp /u:jane /p:«<pw>» /v:host
cmdkey: pass               | cmdkey /add:srv /user:jane /pass:«<pw>»
rabbitmq: add user         | rabbitmqctl add_user app «<pw>»
kafka: jaas                | sasl.jaas.config=org.apache.kafka.PlainLoginModule required username="app" password="«<pw>»";
cargo: login               | cargo login «<a35>»
vscode: settings           | "sqltools.connections": [{"server": "db", "password": "«<pw>»"}]
objc: setter               | [client setPassword:@"«<pw>»"];
swift: argument            | URLCredential(user: "app", password: "«<pw>»", persistence: .none)
c: strcpy                  | strcpy(cfg.password, "«<pw>»");
cpp: emplace               | options.emplace("password", "«<pw>»");
go: setenv                 | os.Setenv("API_TOKEN", "«<a32>»")
js: storage                | localStorage.setItem('token', '«<a40>»')
java: properties           | props.put("password", "«<pw>»");
cypress: type              | cy.get('#password').type('«<pw>»')
playwright: fill           | await page.fill('#password', '«<pw>»')
selenium: keys             | driver.find_element(By.ID, "password").send_keys("«<pw>»")
gherkin: step              | When I log in as "jane" with password "«<pw>»"
python: argparse default   | parser.add_argument("--password", default="«<pw>»")
python: dict call          | auth = dict(username="app", password="«<pw>»")
bash: associative          | declare -A db=([user]=app [password]=«<pw>»)
bash: here string          | passwd --stdin app <<< "«<pw>»"
env: spaces                | DB_PASSWORD = «<pw>»
yaml: quoted key           | "db_password" : "«<pw>»"
yaml: anchor               | password: &pw «<pw>»⏎copy: *pw
kong: consumer             | keyauth_credentials:⏎- consumer: app⏎  key: «<a32>»
etcd: user                 | etcdctl --user root:«<pw>» get /
cloud-init: chpasswd       | chpasswd:⏎  list: |⏎    root:«<pw>»
kickstart: root            | rootpw --plaintext «<pw>»
preseed: root              | d-i passwd/root-password password «<pw>»
openvpn: pass              | auth-user-pass <(printf 'jane\n«<pw>»\n')
ppp: chap                  | "jane" * "«<pw>»" *
samba: smbpasswd           | (echo «<pw>»; echo «<pw>») | smbpasswd -s -a jane
smtplib: login             | smtp.login("bot@acme.io", "«<pw>»")
spring: yaml               | spring:⏎  datasource:⏎    username: app⏎    password: «<pw>»
ldap: config               | bindDN: cn=admin⏎bindPW: «<pw>»
circleci: context          | circleci context store-secret github acme API_KEY <<< «<a32>»
drone: secret              | drone secret add --repository a/b --name token --data «<a32>»
chat: portuguese           | A senha do banco é «<pw>»
kubectl-literal            | kubectl create secret generic db --from-literal=password=«<pw>»
net-use                    | net use Z: \\fileserver\share /user:CORP\app «<pw>»
cloud-init-chpasswd        | #cloud-config⏎chpasswd:⏎  list: |⏎    root:«<pw>»⏎  expire: false
npmrc-auth                 | _auth=«<b34>==»⏎email=app@acme.io
wp-config                  | define( 'NONCE_SALT', '«<signs>»' );
spring-bean-value          | <property name="clientSecret"><value >«<pw>»</value></property>
digest                     | Authorization: Digest username="app", realm="r", nonce="abc", uri="/", response="«<h32>»"
cisco-pw0                  | username app privilege 15 password 0 «<pw>»
json: otp seed             | {"user": "ada", "totp_seed": "«<232>»", "digits": 6}
yaml: home automation      | mqtt_user: home⏎mqtt_pass: «<word>»⏎wifi_psk: "«<phrase>»"
xml: ftp site              | <Server><Host>ftp.acme.io</Host><User>ada</User><Pass encoding="base64">«<pw64>»</Pass></Server>
shell: object store        | mc alias set s3 https://s3.acme.io admin «<a20>»
shell: changed password    | printf '%s\n%s\n' '«<pw>»' '«<pw>»' | passwd ada
python: fernet             | cipher = Fernet(b"«<b43>=»")
java: key store            | store.load(stream, "«<pw>»".toCharArray());
lua: redis                 | local ok, err = red:auth("«<pw>»")
prose: slash               | Zugangsdaten: admin / «<pw>»
prose: pin and codes       | My recovery codes are «<l5>-<l5>» and «<l5>-<l5>».
log: retry                 | retrying with credentials app:«<pw>» (attempt 2)
shell: cookie              | curl -b "sessionid=«<l32>»" https://acme.io/api
print: c# record           | DbOptions { Host = db, User = app, Password = «<pw>» }
tool: kubectl jsonpath     | $ kubectl get secret db -o jsonpath='{.data.password}' | base64 -d⏎«<pw>»
tool: vault table          | Key                 Value⏎---                 -----⏎password            «<pw>»
tool: openssl rand         | $ openssl rand -base64 32⏎«<b43>=»
tool: pwgen                | $ pwgen -s 20 1⏎«<a20>»
compose: default           | POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-«<pw>»}
compose: health check      | test: ["CMD", "mysqladmin", "ping", "-u", "root", "-p«<pw>»"]
haproxy: stats             | stats auth admin:«<pw>»
batch: schtasks            | schtasks /create /tn job /ru ACME\ada /rp «<pw>»
shell: openssl enc         | openssl enc -aes-256-cbc -k «<pw>» -in a -out b
shell: doctl               | doctl auth init -t «<h64>»
shell: snmp                | snmpwalk -v3 -u ada -l authPriv -a SHA -A «<pw>» -x AES -X «<pw>» 10.0.0.1
shell: adb wifi            | adb shell cmd wifi connect-network home wpa2 «<word>»
python: field              | api_key: str = Field(default="«<a32>»", repr=False)
python: header             | headers = {"Authorization": f"Token «<h40>»", "Accept": "*/*"}
python: django user        | User.objects.create_superuser("admin", "a@acme.io", "«<pw>»")
typescript: cdk            | SecretValue.unsafePlainText('«<pw>»')
csharp: user secrets       | dotnet user-secrets set "Jwt:Key" "«<a32>»"
erlang: option             | {ok, C} = epgsql:connect("db", "app", "«<pw>»", #{database => "shop"}).
solidity: hardhat          | accounts: ["0x«<h64>»"]
vba: connection            | conn.Open "DSN=dw", "app", "«<pw>»"
log: argo                  | argocd admin initial-password -n argocd⏎«<a16>»
chat: german               | Das Passwort für den Server lautet «<pw>».
table: box                 | │ password │ «<pw>» │
xml: machine key           | <machineKey validationKey="«<H128>»" decryptionKey="«<H64>»" />
xml: wifi profile          | <sharedKey><keyType>passPhrase</keyType><keyMaterial>«<word>»</keyMaterial></sharedKey>
json: two parts            | {"user": "ada", "creds": ["ada", "«<pw>»"]}
ini: svn                   | [users]⏎ada = «<pw>»
k3s: token file            | cat /var/lib/rancher/k3s/server/node-token⏎«K10<h64>::server:<h32>»
restic: file               | echo '«<phrase>»' > ~/.restic-pw && chmod 600 ~/.restic-pw
postgres: meta command     | app=# \password app⏎Enter new password for user "app": «<pw>»
redis: acl                 | ACL SETUSER app on >«<pw>» ~* +@all
redis: conf                | masterauth «<pw>»⏎port 6379
elastic: keystore          | echo "«<pw>»" | bin/elasticsearch-keystore add -x bootstrap.password
poetry: config             | poetry config http-basic.acme ci «<pw>»
bundler: config            | bundle config set --global gems.acme.io ci:«<pw>»
python: ftplib             | ftp = FTP("ftp.acme.io", "ada", "«<pw>»")
javascript: bcrypt         | const hash = await bcrypt.hash('«<pw>»', 10)
matlab: database           | conn = database('shop', 'app', '«<pw>»');
"""

LATER_HARMLESS = r"""
ansible: prompt            | vars_prompt:⏎  - name: db_password⏎    prompt: Password of the database <d1>
kubectl: get               | kubectl get secret db-credentials-<d2> -o jsonpath='{.data.password}'
hcl: heredoc               | password_policy = <<EOT⏎At least <d2> characters⏎EOT
pascal: type               | property Password: string read FPassword write SetPassword; // <d2>
ada: parameter             | procedure Set (Password : in String; Tries : Positive := <d1>);
lisp: lambda list          | (defun login (user password &key (token nil) (tries <d1>)) ...)
gitlab: masked             | DB_PASSWORD:⏎    value: $CI_DB_PASSWORD_<d2>⏎    description: from the vault
ssm: get                   | aws ssm get-parameter --name /prod/db/password --with-decryption --version <d1>
keyvault: show             | az keyvault secret show --vault-name kv --name db-password-<d2>
openssl: env               | openssl pkcs12 -export -passout env:EXPORT_PASSWORD_<d2>
nmcli: ask                 | nmcli --ask dev wifi connect office ifname wlan<d1>
sql: hash                  | UPDATE users SET password = crypt($1, gen_salt('bf', <d1>)) WHERE id = $2;
sql: default               | password varchar(<d2>) NOT NULL DEFAULT ''
rails: filtered            | Parameters: {"user"=>{"password"=>"[FILTERED]", "id"=>"<d2>"}}
python: tuple of fields    | FIELDS = [('user', 'Name'), ('password', 'Password'), ('n', <d1>)]
java: empty                | Login[username=jane, password=null, tries=<d1>]
php: empty                 |     [password] => ⏎    [tries] => <d1>
chat: spanish              | La contraseña es obligatoria y tiene <d1> caracteres.
chat: french               | Le mot de passe est trop court (<d1> caractères).
chat: changed              | I changed the password to something longer (<d2> characters)
cypress: variable          | cy.get('#password').type(Cypress.env('password')).should('have.length', <d1>)
playwright: wrong          | await expect(page.locator('#password')).toHaveValue('') // <d2>
selenium: clear            | driver.find_element(By.ID, "password").clear() # <d2>
gherkin: table             | Then the field "password" should show "is too short" <d1> times
python: help               | parser.add_argument("--password", help="password of the user (<d2>)")
bash: usage                | echo "usage: $0 USER PASSWORD [RETRIES=<d1>]" >&2
yaml: comment              | # password: see the vault, entry <d2>
js: event                  | emitter.on('token', token => handle(token, <d1>))
js: selector               | document.querySelector('input[name="password"]').value.length > <d1>
c: compare                 | if (strcmp(token, "begin") == 0 && depth < <d1>) return parse(token);
log: rotation              | INFO rotated secret db-credentials (version <d2>), next rotation in 30 days
"""
