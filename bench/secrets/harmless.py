# ruff: noqa: E501
"""Text that looks as if it contained a secret, and does not: see `shapes.py` for how to read it."""

HARMLESS = r"""
python: call               | password = get_password(user_<d2>)
python: environment        | password = os.environ["DB_PASSWORD_<d2>"]
python: getenv             | token = os.getenv("GITHUB_TOKEN_<d2>")
python: getenv, default    | token = os.getenv("GITHUB_TOKEN_<d2>", "")
python: none               | def login(user, password=None, token=None, retries=<d1>): ...
python: typed              | password: str = Field(min_length=<d1>, max_length=64)
python: attribute          | password = self.config.password_<d1>
python: f-string           | token = f"{prefix}-{user_id}-<d2>"
python: name               | secret_name = "db-credentials-<d2>"
python: path               | key_file = "/etc/ssl/private/server-<d2>.key"
python: message            | raise ValueError("password must have at least <d1> characters")
python: format             | password_hash = hashlib.sha256(password.encode()).hexdigest()[:<d1>]
python: tokens             | tokens = tokenizer.tokenize(line, max_tokens=<d3>)
python: variable           | password = new_password_<d1> or default_password
python: bare               | token = current_token
python: bare, camel        | apiKey = userProvidedApiKey
python: index              | token = parts[<d1>]
python: compare            | if token == Token.NEWLINE and key != "name_<d2>":
python: dict of names      | FIELDS = {"password": "Password", "token": "Token", "n": <d1>}
python: key                | key = "user_preferences_<d2>"
python: sort key           | items.sort(key=lambda item: item.created_at_<d1>)
python: cache key          | cache_key = f"user:{user.id}:profile:v<d1>"
python: primary            | primary_key = "account_id_<d2>"
python: test               | assert response.json()["token"] == token_<d1>
python: placeholder        | password = "changeme"  # <d2>
python: hidden             | password = "********"  # <d2>
javascript: props          | <PasswordField label="Password" value={password} onChange={setPassword} max={<d2>} />
javascript: destructuring  | const { password, token, ...rest } = user_<d1>
javascript: arrow          | const getToken = () => store.state.auth.token_<d1>
javascript: env            | const apiKey = process.env.API_KEY_<d2>
javascript: env bang       | secret: process.env.AUTH_SECRET!, // <d2>
javascript: import         | import { passwordReset, tokenRefresh } from './auth/v<d1>'
javascript: type           | password: z.string().min(<d1>).max(100)
javascript: storage        | localStorage.setItem('token', response.token_<d1>)
javascript: header         | headers: { Authorization: `Bearer ${token_<d1>}` }
javascript: key code       | if (event.key === 'Enter' || event.keyCode === 1<d1>) submit()
javascript: react key      | <li key={`item-${index}-<d2>`}>{item.label}</li>
javascript: i18n           | password_placeholder: 'Enter your password', tries: <d1>
typescript: union          | type Secret = { kind: 'secret'; ref: SecretRef | undefined; n: <d1> }
java: field                | private String password; // <d2>
java: constructor          | this.password = password; this.retries = <d1>;
java: encoder              | user.setPassword(passwordEncoder.encode(dto.getPassword())); // <d2>
java: constant             | public static final String PASSWORD_FIELD = "password_field_<d1>";
java: annotation           | @JsonProperty("access_token") private String accessToken; // <d2>
java: exception            | throw new BadCredentialsException("Invalid token for tenant " + tenant<d1>);
go: field                  | Token    string        `yaml:"token"` // <d2>
go: flag                   | flag.StringVar(&token, "token", "", "API token (<d2>)")
go: call                   | token, err := auth.NewToken(ctx, userID, <d2>*time.Hour)
go: compare                | if subtle.ConstantTimeCompare([]byte(password), []byte(want)) != <d1> {
rust: enum                 | TokenKind::StringLiteral => Some(Token::new(kind, span_<d1>)),
rust: derive               | pub struct Login { pub password: SecretString, pub tries: u<d1> }
csharp: property           | public string Password { get; set; } // <d2>
csharp: config             | var secret = configuration["Auth:ClientSecret"]; // <d2>
ruby: env                  | password: ENV["DB_PASSWORD_<d2>"]
ruby: erb                  | password: <%= ENV['DB_PASSWORD_<d2>'] %>
ruby: has secure           | has_secure_password validations: false # <d2>
php: config                | 'password' => env('DB_PASSWORD', ''), // <d2>
php: hash                  | $user->password = Hash::make($request->password); // <d2>
c: parameter               | int login(const char *user, const char *password, int tries_<d1>);
c: token                   | case TOKEN_IDENTIFIER: return parse_identifier(p, <d1>);
shell: variable            | export API_KEY="$MY_API_KEY_<d2>"
shell: file                | export TOKEN=$(cat /run/secrets/token_<d2>)
shell: prompt              | read -rsp "Password for admin<d2>: " password
shell: flag                | gcloud secrets versions access latest --secret=db-password-<d2>
shell: flag, file          | tool --password-file ./pw-<d2>.txt --token-env TOKEN
shell: docker secret       | docker run -e DB_PASSWORD_FILE=/run/secrets/db_<d2> app
shell: test                | [ -n "$PASSWORD" ] || die "password is not set (<d2>)"
shell: grep                | grep -rn "password" src/auth-<d2> | head
shell: make folders        | mkdir -p build/login/v<d1> && cp -p a<d1>.txt build
shell: ports               | docker run ⟦-p 80<d2>:80¦-u app¦--name mysql-<d1>⟧ mysql:8
shell: remote              | ssh -p 22<d2> ⟦-u¦-v⟧ login.acme.io
shell: mysql, prompt       | mysql ⟦-p¦-u root¦-h db-<d1>⟧
shell: mysql, database     | mysqldump ⟦-u root¦-p⟧ app_production_<d2>
shell: mongo, port         | mongosh ⟦--port 270<d2>¦--quiet⟧ -p
shell: login, variable     | docker login ⟦-p "$REGISTRY_TOKEN_<d2>"¦-u "$USER"¦ghcr.io⟧
shell: login, expression   | docker login ⟦-p ${{ secrets.TOKEN_<d2> }}¦-u bot⟧
shell: login, protocol     | gh auth login ⟦-p https¦-h github.com¦-s repo⟧ # <d2>
shell: login, profile      | aws sso login ⟦-p prod-admin¦--region eu-west-<d1>⟧
shell: unzip to output     | unzip -p app-1.<d2>.0.jar META-INF/MANIFEST.MF
shell: zip, names          | zip ⟦-r¦-q¦-p⟧ out-<d2>.zip src
shell: tar, rights         | tar ⟦-p¦-x¦-z⟧ -f backup-<d2>.tar.gz
shell: patch of a file     | git log -p src/auth/login<d1>.py
shell: ldap, prompt        | ldapsearch ⟦-x¦-W¦-D cn=admin⟧ -z <d2>
shell: postgres, port      | psql ⟦-p 54<d2>¦-U app¦-h db⟧
yaml: reference            | password: ${DB_PASSWORD_<d2>}
yaml: reference, default   | password: ${DB_PASSWORD:?set it, <d2>}
yaml: secret ref           | passwordSecretRef: { name: db-<d2>, key: password }
yaml: openapi              | password: { type: string, format: password, example: null, maxLength: <d2> }
yaml: vault                | password: !vault |
yaml: name                 | secretName: wildcard-tls-<d2>
yaml: existing             | existingSecret: postgres-credentials-<d2>
yaml: cache                | key: ${{ runner.os }}-cargo-${{ hashFiles('**/Cargo.lock') }}-<d2>
yaml: cache, words         | key: node-modules-linux-v<d2>
yaml: type                 | tokenType: Bearer<d1>
yaml: i18n                 | password: Your password must have <d1> characters
yaml: empty                | password: ""  # <d2>
yaml: alias                | password: *db_password
ini: interpolation         | password = %(db_password)s
ini: empty                 | password =⏎port = <d2>
ini: boolean               | password_authentication = yes⏎port = <d2>
toml: boolean              | require_password = true⏎tries = <d1>
properties: reference      | spring.datasource.password=${DB_PASSWORD_<d2>}
properties: encrypted      | token.expiration.minutes=<d2>
xml: reference             | <password>${env.DB_PASSWORD_<d2>}</password>
xml: layout                | <EditText android:id="@+id/password" android:inputType="textPassword" android:maxLength="<d2>"/>
xml: string                | <string name="password_hint">Your password</string><n><d2></n>
xml: token                 | <publicKeyToken>null</publicKeyToken><n><d2></n>
xml: property              | <property name="password" value="${jdbc.password}"/> <!-- <d2> -->
xml: key                   | <add key="ClientValidationEnabled" value="true" /> <!-- <d2> -->
html: label                | <label for="password">Password</label><input id="password" type="password" maxlength="<d2>">
html: meta                 | <meta name="csrf-token" content="{{ csrf_token() }}"><p><d2></p>
html: class                | <div class="token keyword password-field-<d2>" data-key="row-<d2>"></div>
sql: column                | password VARCHAR(2<d2>) NOT NULL, token_expires_at TIMESTAMP
sql: parameter             | UPDATE users SET password = :password, token = $<d1> WHERE id = $2
sql: key                   | PRIMARY KEY (id), FOREIGN KEY (account_id_<d2>) REFERENCES accounts(id)
terraform: reference       | password = random_password.db_<d2>.result
terraform: sensitive       | variable "db_password" { type = string, sensitive = true } # <d2>
terraform: secret          | secret_string = jsonencode({ password = random_password.db.result, n = <d2> })
json: usage                | {"input_tokens": <d4>, "output_tokens": <d3>, "cache_read_input_tokens": <d5>}
json: schema               | {"password": {"type": "string"}, "required": ["password"], "n": <d2>}
json: empty                | {"password": "", "token": null, "n": <d2>}
json: i18n                 | {"password": "Password", "forgotPassword": "Forgot your password?", "n": <d2>}
json: masked               | {"password": "****", "token": "[FILTERED]", "n": <d2>}
json: ids                  | {"tool_use_id": "toolu_01<a22>", "requestId": "req_01<a22>"}
json: keybinding           | {"key": "ctrl+shift+p", "command": "workbench.action.showCommands<d1>"}
json: key path             | {"keyPath": "metadata.name", "secretKeyRef": {"name": "db-<d2>", "key": "password"}}
json: package              | {"name": "password-strength-<d2>", "version": "1.<d1>.0", "keywords": ["password", "token"]}
prose: how                 | To change the password, click "Reset password" and enter the token from the email (<d2> digits).
prose: docs                | The `password` argument is the password of the user; `token` is a <d2>-character string.
prose: docs, is            | The password is stored as a hash and the token is signed with the private key <d1>.
prose: review              | The secret: keep functions short. The key idea is caching (<d2> ms saved).
prose: key point           | Key: red = failed, green = passed, <d2> in total
prose: token               | A token is about <d1> characters of English text.
prose: error               | Error: authentication failed: bad password (attempt <d1> of 5)
prose: http                | 401 Unauthorized: missing bearer token (request <U>)
log: masked                | connecting to postgres://app:***@db:5432/app (try <d1>)
log: counters              | tokens=<d4> key_count=<d2> password_resets=<d1>
url: docs                  | https://docs.acme.io/auth/reset-password?section=tokens&page=<d2>
url: variable              | https://$USER:$TOKEN@github.com/acme/app-<d2>.git
url: port                  | http://localhost:80<d2>/login?next=/account/password
url: template              | postgres://{user}:{password}@{host}:54<d2>/{db}
git: commit                | commit <h40>⏎Author: Jane <jane@acme.io>
git: abbreviated           | <h7> Add password reset (#<d3>)
git: tree                  | 100644 blob <h40>    src/auth/token_<d2>.py
git: trailer               | Entire-Checkpoint: <h12>
hash: sha256               | sha256:<h64>
hash: checksum             | <h64>  release-1.<d2>.tar.gz
hash: etag                 | ETag: "<h32>"
hash: color                | --token-color: #<h6>; --key-color: #<h6>;
hash: content              | main.<h8>.js  vendors~main.<h20>.chunk.js
lock: npm                  | "integrity": "sha512-<b86>=="
lock: yarn                 | integrity sha1-<b27>=
lock: go                   | github.com/acme/token v1.<d1>.0 h1:<b43>=
lock: pip                  | --hash=sha256:<h64> \
lock: poetry               | content-hash = "<h64>"
lock: composer             | "reference": "<h40>", "shasum": "<h40>"
lock: nix                  | narHash = "sha256-<b43>=";
uuid: path                 | /api/v1/sessions/<U>/tokens
uuid: member               | "correlation_id": "<U>"
uuid: list                 | keys: [<U>, <U>]
image                      | ![](data:image/png;base64,iVBORw0KGgo<b200>)
font                       | src: url(data:font/woff2;base64,d09GMgABAAAAA<b200>) format("woff2")
certificate                | -----BEGIN CERTIFICATE-----⏎<b64>⏎<b64>⏎-----END CERTIFICATE-----
public key                 | ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI<b43> jane@acme.io
minified                   | !function(t,e){t.key=e.token||t.secret;for(var n=<d1>;n<e.length;n++)t.password+=e[n]}(a,b);
minified, keys             | {key:"Enter",token:a.b.c,password:o.value,secret:!0,apiKey:r(<d3>)}
source map                 | "mappings": "AAAA;AACA,SAASA,IAAIC,EAAEC,GACX,OAAOD,EAAEC;AACX;AACA,IAAIC,<d1>"
path: keys                 | /home/me/.ssh/id_ed25519_<d2>.pub
path: cache                | ~/.cache/token-store/password-reset-<d2>.json
path: python               | src/entire/auth/password_token_store_<d2>.py:1<d2>: in reset_password
identifiers                | test_password_reset_token_is_rejected_when_expired_<d2>
identifiers, camel         | PasswordResetTokenExpiredExceptionHandlerFactory<d1>
css                        | .password-strength__token--valid { margin: <d2>px }
regex                      | TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]{<d1>}")
glob                       | **/secrets/**/*.key.<d2>
constants                  | PASSWORD_MIN_LENGTH = <d1>⏎TOKEN_TTL_SECONDS = 36<d2>
enum                       | enum Token { LPAREN = <d1>, RPAREN, KEYWORD, SECRET_KEY }
make                       | API_TOKEN ?= $(shell cat .token-<d2>)
github                     | token: ${{ secrets.GITHUB_TOKEN }} # <d2>
docs: placeholder          | curl -H "Authorization: Bearer <YOUR_TOKEN>" https://x.io/v<d1>
docs: placeholder, env     | API_KEY=your-api-key-here-<d2>
docs: ellipsis             | OPENAI_API_KEY=sk-... # <d2>
docs: brackets             | password: [your password <d2>]
base64: header             | echo eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 | base64 -d  # <d2>
base64: address            | echo "aHR0cDovL2xvY2FsaG9zdDo4MDgwL2FwaQ==" | base64 -d > /tmp/url-<d2>
base64: variable           | echo UEFUSD0vdXNyL2JpbjE= | base64 -d >> .env.<d2>
base64: list               | echo WyJhMSIsImIyIl0= | base64 --decode | jq '.[<d1>]'
base64: path               | printf 'L3Zhci9saWIvYXBwL3YyLjEvZGF0YQ==' | base64 -d | xargs ls -<d1>
base64: words              | echo aGVsbG8td29ybGQtMg== | base64 -d | wc -c  # 1<d1>
base64: image              | echo cG9zdGdyZXM6MTYuMi1hbHBpbmU= | base64 -d  # <d2>
constant: query            | const QUERY_KEY = 'k8s-pod-v<d1>beta1'
constant: storage          | STORAGE_KEY = 'a11y-i18n-v<d1>'
constant: lock             | REDIS_KEY = "h1:h2:h3:lock<d1>"
constant: row              | PRIMARY_KEY = '<U>'
constant: request          | IDEMPOTENCY_KEY = "<U>"
constant: request, other   | os.environ["MAIN_KEY"] = "<U>"
constant: digest           | MD5_KEY = "<h32>"
constant: object           | OBJECT_KEY = "<h32>"
constant: cache            | CACHE_KEY = "md5:<h32>"
constant: number           | TEST_KEY = "0x1a2b3c<h2>"
constant: computed         | [MAP_KEY]: "tile_x<d1>_y<d1>_z<d1>",
constant: route            | export const ROUTE_KEY = "users2_orders1_v<d1>"
constant: registry         | #define REG_KEY "win10_x64_build<d4>"
constant: test             | setenv("FIXTURE_KEY", "row1-col2-sheet<d1>")
constant: json             | {"PARTITION_KEY": "tenant<d3>#2024-05-01#v1"}
environment: row           | PRIMARY_KEY=<U>
environment: request       | IDEMPOTENCY_KEY=<U>
environment: cache         | CACHE_KEY=deps-node20-linux-x64-v<d1>
environment: object        | OBJECT_KEY=<h32>
scp: folder                | scp ada@build.acme.dev:Release2024 .  # <d2>
scp: file                  | scp -P 22<d2> ada@build.acme.io:Build42x7 /tmp
rsync: folder              | rsync -a web@cdn.acme.net:Assets2024v<d1> ./assets
git: remote                | git remote add origin git@git.acme.io:Team2024  # <d2>
git: remote, name          | origin	git@git.acme.io:x7team42 (fetch) # <d2>
git: ssh address           | ssh://git@host.local:Project2024 # <d2>
svn: ssh                   | svn+ssh me@svn.acme.io:Trunk2024 # <d2>
sftp: folder               | sftp backup@nas.acme.local:Photos2023 # <d2>
mail: year                 | mail ada@acme.io:Reply2024 # <d2>
auth: schemes              | auth: ["Basic", "Digest-MD5"] # <d2>
auth: mechanism            | auth: ('login', 'CRAM-MD5') # <d2>
auth: mechanism, json      | {"auth": ["none", "SCRAM-SHA-256"], "tries": <d1>}
auth: provider             | auth = ["google", "oauth2-pkce<d1>"]
auth: roles                | auth: ["user-v<d1>", "admin-v2-read1"]
jwt: algorithms            | jwt.decode(token, "RS256,ES256") # <d2>
jwt: file                  | jwt.verify(token, 'keys/public20<d2>.pem')
hmac: message              | hmac.new(b"message-<d1>", msg, sha256)
hmac: test                 | hmac.new(b"test-key-<d1>", msg, sha256)
bundle: image              | BUNDLE_IMG=op-bundle:v0.0.1-rc<d1>
bundle: address            | BUNDLE_ADDR=localhost:80<d2>/v2
bundle: gemfile            | BUNDLE_GEMFILE=gemfiles:Gemfile-rails<d1>.1
codes: steps               | scratch codes step<d1>-done step<d1>-todo
codes: branch              | the recovery code path<d1>-main is dead
codes: file                | see backup code module2-util for <d2> more
"""
