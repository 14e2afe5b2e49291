# ruff: noqa: E501
"""Shapes in data, settings, commands, calls, URLs, logs, diffs and prose, and harmless text that looks like them.

Rules know the classes of `SHAPES`; no rule was written for the shapes in `UNTUNED`. See `shapes.py` for how to read it.
"""

SHAPES = r"""
json: terraform state      | {"type": "random_password", "instances": [{"attributes": {"length": 20, "result": "«<pw>»", "special": true}}]}
json: composer             | {"http-basic": {"repo.acme.io": {"username": "ci", "password": "«<a24>»"}}}
json: recorded header      | {"headers": [{"name": "Authorization", "value": "Bearer «<w43>»"}]}
json: recorded cookie      | {"cookies": [{"name": "sessionid", "value": "«<l32>»", "path": "/", "httpOnly": true}]}
json: request of a client  | {"auth": {"type": "basic", "basic": [{"key": "password", "value": "«<pw>»", "type": "string"}]}}
json: settings             | "sqltools.connections": [{"server": "db", "username": "app", "password": "«<pw>»", "driver": "PostgreSQL"}]
yaml: string data          | kind: Secret⏎stringData:⏎  password: «<pw>»⏎  username: app
yaml: proxy users          | basicauth:⏎  users:⏎    - "admin:«$apr1$<a8>$<a22>»"
yaml: anchor               | db_password: &pw «<pw>»⏎replica_password: *pw
yaml: compose, quoted      | environment:⏎  - "KEYCLOAK_ADMIN_PASSWORD=«<pw>»"⏎  - "TZ=UTC"
toml: worker               | [vars]⏎AUTH_SECRET = "«<a32>»"⏎REGION = "eu"
toml: dotted key           | database.credentials.password = '«<pw>»'
ini: package index         | [acme]⏎repository = https://pypi.acme.io⏎username = ci⏎password = «<w32>»
ini: odbc                  | [prod]⏎Driver = FreeTDS⏎UID = sa⏎PWD = «<pw>»
ini: save path             | session.save_path = "tcp://cache:6379?auth=«<urlpw>»"
ini: remote store          | [backup]⏎type = sftp⏎user = ada⏎pass = «<w40>»
xml: tomcat user           | <user username="admin" password="«<pw>»" roles="manager-gui"/>
xml: data source           | <Resource name="jdbc/app" username="app" password="«<pw>»" url="jdbc:mysql://db/app" maxTotal="20"/>
xml: maven passphrase      | <server><id>gpg</id><passphrase>«<pw>»</passphrase></server>
xml: soap                  | <soap:Body><Login><UserName>ada</UserName><UserPassword>«<pw>»</UserPassword></Login></soap:Body>
shell: queue user          | rabbitmqctl add_user app «<pw>»
shell: secret string       | aws secretsmanager put-secret-value --secret-id prod/db --secret-string '«<pw>»'
shell: here string         | kinit ada@ACME.IO <<< '«<pw>»'
shell: expect              | expect "assword:"⏎send "«<pw>»\r"
shell: key passphrase      | ssh-keygen -q -t ed25519 -N '«<pw>»' -f ~/.ssh/deploy
shell: disk                | echo -n "«<pw>»" | cryptsetup luksOpen /dev/sdb1 data -
shell: crypt               | useradd -m -p '«$6$<a16>$<a86>»' ada
shell: token argument      | gh auth login --with-token <<< «ghp_<a36>»
python: basic auth object  | requests.get(url, auth=HTTPBasicAuth("app", "«<pw>»"), timeout=5)
python: positional         | db = pymysql.connect("db.acme.io", "app", "«<pw>»", "shop")
python: mail               | server.login("bot@acme.io", "«<pw>»")
javascript: sequelize      | const db = new Sequelize('shop', 'app', '«<pw>»', { host: 'db' })
javascript: signed         | const bearer = jwt.sign({ sub: user.id }, '«<pw>»', { expiresIn: '1h' })
java: credentials          | provider.setCredentials(scope, new UsernamePasswordCredentials("app", "«<pw>»"));
kotlin: build field        | buildConfigField("String", "MAPS_API_KEY", "\"«<a32>»\"")
go: smtp                   | auth := smtp.PlainAuth("", "bot@acme.io", "«<pw>»", "smtp.acme.io")
rust: basic auth           | client.get(url).basic_auth("app", Some("«<pw>»")).send().await?;
csharp: credential         | client.Credentials = new NetworkCredential("app", "«<pw>»");
php: pdo                   | $db = new PDO('mysql:host=db;dbname=shop', 'app', '«<pw>»');
swift: credential          | let c = URLCredential(user: "app", password: "«<pw>»", persistence: .forSession)
c: curl option             | curl_easy_setopt(curl, CURLOPT_USERPWD, "app:«<pw>»");
c++: wireless              | WiFi.begin("home", "«<word>»");
dart: client               | final client = Client(apiKey: '«<a32>»', region: 'eu');
elixir: endpoint           | config :shop, ShopWeb.Endpoint, secret_key_base: "«<b64>»"
url: bot                   | https://api.telegram.org/bot<d10>:«<w35>»/sendMessage
url: web hook              | https://discord.com/api/webhooks/<d18>/«<w68>»
url: queue                 | broker_url = amqps://app:«<urlpw>»@mq.acme.io:5671/prod
url: key parameter         | https://api.acme.io/geocode?address=Berlin&key=«<w39>»
log: elixir parameters     | [debug] Parameters: %{"email" => "ada@acme.io", "password" => "«<pw>»"}
log: generated             | [Note] A temporary password is generated for root@localhost: «<pw>»
log: arguments             | Started with args [--db-user=app, --db-password=«<pw>», --verbose]
log: unlock                | Please use the following password to proceed to installation:⏎⏎«<h32>»⏎
diff: words                | password = [-«<pw>»-]{+os.environ["DB_PASSWORD"]+}
diff: symbol keys          | @@ -1,3 +1,3 @@⏎-:db_pass: «<pw>»⏎+:db_pass: <%= ENV["DB_PASS"] %>
prose: credentials         | The creds for staging are ada:«<pw>», please rotate them.
prose: mail login          | log in with ada@acme.io / «<pw>» and open the dashboard
"""

UNTUNED = r"""
json: registry login       | {"auths": {"ghcr.io": {"auth": "«<b38>==»"}}}
json: web push             | {"vapid": {"publicKey": "B<w86>", "privateKey": "«<w43>»"}}
yaml: alerts               | global:⏎  smtp_smarthost: mail:587⏎  smtp_auth_password: '«<pw>»'
toml: several lines        | signing_key = '''⏎«<b64>»⏎'''
ini: wireless              | network={⏎  ssid="home"⏎  psk="«<word>»"⏎}
ini: supervisor            | [inet_http_server]⏎port=9001⏎username=admin⏎password=«<word>»
shell: vault value         | az keyvault secret set --vault-name kv --name db --value '«<pw>»'
shell: wireless            | nmcli dev wifi connect home password «<word>»
shell: vpn                 | echo "«<pw>»" | openconnect --user=ada --passwd-on-stdin vpn.acme.io
javascript: hmac           | const mac = crypto.createHmac('sha256', '«<a32>»').update(body)
go: basic auth             | req.SetBasicAuth("app", "«<pw>»")
ruby: basic auth           | request.basic_auth 'app', '«<pw>»'
perl: dbi                  | my $db = DBI->connect("dbi:Pg:dbname=shop", "app", "«<pw>»");
scala: repository          | credentials += Credentials("Sonatype", "oss.acme.io", "ada", "«<pw>»")
url: reset link            | https://acme.io/password/reset?reset_token=«<a40>»&email=ada%40acme.io
log: request body          | DEBUG http: POST /login body={"username":"ada","password":"«<pw>»"} status=200
log: generated, tool       | The generated password for the elastic superuser is : «<a20>»
diff: moved to environment | -const API_TOKEN = "«<a32>»"⏎+const API_TOKEN = process.env.API_TOKEN
ruby: sequel               | DB = Sequel.connect(adapter: 'postgres', user: 'app', password: '«<pw>»')
toml: mirror               | [mirrors.acme]⏎url = "https://ci:«<urlpw>»@mirror.acme.io"
"""

HARMLESS = r"""
connect: signal            | button.connect("clicked", self, "onRow<d1>Click")
connect: signal, object    | button.connect("clicked", "row<d1>", "app.view2.refresh")
connect: socket            | sock.connect("tcp", "localhost", "topic-v<d1>.<d1>")
connect: database          | sqlite3.connect("shop-<d2>.db", "DEFERRED", "utf-8")
connect: url               | mqtt.connect("mqtt://broker:1883", "client-<d2>-eu1")
sentence: place            | The password for the database is set here: config/database.yml:<d2>
sentence: rule             | A password is at least this long: <d2>
sentence: test             | password of <d1> tests: test_a1_b2_c<d1>
sentence: hash             | The password is hashed with: pbkdf2_sha256
sentence: host             | Enter the password for ada on host: build-<d2>.acme.io
sentence: version          | password to key conversion since: v1.<d2>.0-beta3
sentence: question         | What is the password for? See: README.md#install-v<d1>
here: words                | grep -c passwd <<< "$(getent passwd ada<d2>)"
here: json                 | jq .a <<< '{"a": <d1>}'
here: list                 | while read user; do id "$user"; done <<< "ada<d2>"
echo: passwd file          | echo "ada<d2>" | xargs -I{} getent {} passwd-x
query: name                | https://acme.io/list?key=created-at-v<d1>&dir=asc
query: id                  | https://acme.io/cache?key=<U>
query: number              | https://acme.io/list?a=1&key=20240501<d6>
query: provider            | https://acme.io/login?auth=google-oauth2&next=/
query: word                | https://acme.io/files?access=read-write-v<d1>
pair: session id           | {"name": "session_id", "value": "<U>"}
pair: session              | {"name": "session", "value": "<U>"}
pair: session name         | {"name": "session", "value": "planning-meeting-2024-<d2>"}
mail: slash                | ada@acme.io / grace@acme.io / build<d2>@acme.io
mail: team                 | ada@acme.io / Platform-Team-<d1> / Berlin
login: team                | login for staging is ada, with two factors (v<d1>)
account: of                | The account of ada is main-eu1: closed in 20<d2>
credentials                | Credentials("Realm", host, user, password) // v<d2>
terraform                  | {"type": "random_password", "attributes": {"result": null, "length": <d2>}}
terraform: other           | {"type": "random_pet", "attributes": {"result": "happy-tiger-<d2>"}}
word diff                  | token = [-old_token-]{+new_token_<d1>+}
word diff, call            | password = [-get(a1)-]{+read_password(path<d1>)+}
wifi                       | WiFi.begin("home", PASSWORD_<d1>);
bot                        | see https://telegram.org/blog/botapi-<d1>-update
curl                       | curl_easy_setopt(c, CURLOPT_USERPWD, user_pwd<d1>);
git: remote over ssh       | url = deploy@code.acme.io:Platform2024  # git, <d2>
expect                     | expect "assword:"⏎send "$pw<d1>\r"
npm                        | npm install --save-dev @acme/eslint-config@v<d1>.<d2>.0-rc1
001 | {"type": "random_password", "instances": [{"attributes": {"length": 20, "result": null, "special": true}}]}
002 | {"headers": [{"name": "Content-Type", "value": "application/json; charset=utf-8"}]}
003 | {"cookies": [{"name": "theme", "value": "solarized-dark-2", "path": "/"}]}
004 | "sqltools.connections": [{"server": "db-<d2>", "username": "app", "askForPassword": true}]
005 | basicauth:⏎  usersFile: /etc/traefik/users-<d2>.htpasswd
006 | smtp_auth_password_file: /run/secrets/smtp-<d2>
007 | db_password: *pw<d1>
008 | [vars]⏎AUTH_ISSUER = "https://auth<d2>.acme.io/realms/main"
009 | database.credentials.provider = 'vault-agent-<d2>'
010 | network={⏎  ssid="home"⏎  key_mgmt=NONE⏎}
011 | session.save_path = "tcp://cache:63<d2>?database=<d1>"
012 | <user username="admin" roles="manager-gui,admin-script-<d2>"/>
013 | <Pass encoding="base64"></Pass><Retries>1<d1></Retries>
014 | mc alias set s3 https://s3.acme.io "$ACCESS" "$SECRET_<d2>"
015 | rabbitmqctl list_users --formatter json-<d1>
016 | aws secretsmanager get-secret-value --secret-id prod/db-<d2> --query SecretString
017 | az keyvault secret show --vault-name kv-<d2> --name db-main
018 | kinit -k -t /etc/krb5.keytab host/build<d2>.acme.io
019 | ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/deploy-<d2>
020 | echo -n "$DISK_KEY" | cryptsetup luksOpen /dev/sdb<d1> data -
021 | printf '%s\n' 'alpha-<d2>' 'beta-<d2>' | sort
022 | requests.get(url, auth=HTTPBasicAuth(settings.user, settings.password), timeout=<d2>)
023 | db = pymysql.connect("db-<d2>.acme.io", user, password, "shop")
024 | cipher = Fernet(Fernet.generate_key())  # <d2>
025 | server.login(os.environ["MAIL_USER"], os.environ["MAIL_PASSWORD_<d2>"])
026 | const db = new Sequelize('shop-<d2>', 'app', process.env.DB_PASSWORD, { host: 'db' })
027 | const mac = crypto.createHmac('sha256', secret).update(`v<d1>:${body}`)
028 | const bearer = jwt.sign({ sub: user.id }, config.jwtKey, { expiresIn: '<d2>h' })
029 | const user = jwt.verify(req.cookies.session, publicKey, { algorithms: ['RS256'] }) // <d2>
030 | store.load(stream, password.toCharArray()); // PKCS<d2>
031 | auth := smtp.PlainAuth("", cfg.User, cfg.Password, "smtp<d2>.acme.io")
032 | req.SetBasicAuth(user, token) // RFC 76<d2>
033 | client.Credentials = CredentialCache.DefaultNetworkCredentials; // .NET <d1>
034 | request.basic_auth ENV.fetch('USER_<d2>'), ENV.fetch('PASS')
035 | $db = new PDO('sqlite:/var/lib/shop-<d2>.sqlite3', null, null);
036 | my $db = DBI->connect("dbi:SQLite:dbname=shop<d2>.db", "", "");
037 | curl_easy_setopt(curl, CURLOPT_USERAGENT, "acme-agent/1.<d2>");
038 | WiFi.begin(ssid, wifiPassword); // channel <d2>
039 | credentials += Credentials(Path.userHome / ".sbt" / "credentials-<d2>")
040 | final client = Client(apiKey: Env.apiKey, region: 'eu-west-<d1>');
041 | local ok, err = red:set("user:<d4>", "ada-lovelace-1815")
042 | https://acme.io/password/reset?utm_source=mail-2024-<d2>&lang=en
043 | https://api.acme.io/geocode?address=Berlin-<d5>&key=name-asc
044 | POST /login 401 in <d2> ms (wrong password, attempt <d1> of 5)
045 | [debug] Parameters: %{"email" => "ada@acme.io", "password" => "[FILTERED]", "n" => <d2>}
046 | Please choose a password with at least 1<d1> characters, one digit and one sign.
047 | password = [-get_password()-]{+os.environ["DB_PASSWORD_<d2>"]+}
048 | const cacheKey = `user:${id}:profile:v<d2>`;
049 | export const queryKeys = { list: 'todo-list-v<d1>', detail: 'todo-detail-v<d1>' };
050 | const STORAGE_KEY = 'acme.editor.layout.v<d2>';
051 | sort_key: "created_at#2024-05-<d2>"
052 | partition_key = "tenant-<d3>-eu-west-1"
053 | git push origin feature/JIRA-<d4>-password-reset:review/ada
054 | scp build/app-v1.<d2>.tar.gz ada@build.acme.io:/srv/releases/app-v1.<d2>.tar.gz
055 | rsync -az --delete ./dist/ deploy@web<d2>.acme.io:/var/www/shop
056 | kubectl get secret db -o jsonpath='{.data.password}' | base64 -d  # <d2>
057 | expect(screen.getByLabelText('Password <d2>')).toBeInTheDocument()
058 | fill('#password', faker.internet.password({ length: <d2> }))
059 | test('rejects token signed with HS<d3>', async () => {
060 | assert decode_token("header.payload.signature")["exp"] == 17<d8>
061 | uses: docker/login-action@v<d1>⏎with:⏎  username: ${{ github.actor }}⏎  password: ${{ secrets.GITHUB_TOKEN }}
062 | The access token lasts 15 minutes and the refresh token <d2> days (see RFC 6749, section 1.5).
063 | [key: string]: CacheEntry<T>; // v<d2>
064 | CREATE INDEX idx_tokens_user_id_<d2> ON access_tokens (user_id, revoked_at);
065 | GRANT SELECT ON ALL TABLES IN SCHEMA app_<d2> TO readonly_user;
066 | i18n: login.password.help=At least <d2> characters, no spaces
067 | DJANGO_SETTINGS_MODULE=shop.settings.test<d2> pytest -k "password and not reset"
068 | tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased-v<d1>")
069 | --tokenizer-path models/llama-3.1-8b-instruct-q4_<d1>.gguf
070 | Object.keys(tokens).forEach((key) => map.set(key, tokens[key].slice(0, <d2>)))
071 | primary_key: "3fa85f64-5717-4562-b3fc-2c963f66af<h2>"
"""
