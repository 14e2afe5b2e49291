# ruff: noqa: E501
"""A second set of shapes that no rule was written for, in other syntaxes and contexts than the first.

It was written without looking at the rules; the first time, 77 % of its secrets were removed. Do not tune rules to single rows of this table. See `shapes.py` for how to
read it.
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
