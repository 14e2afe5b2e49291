# ruff: noqa: E501
"""Harmless text that looks like the shapes in `everyday.py`, written before any of it was tried.

At first 2.1 % of 6,450 texts were touched: recipients of age, public keys of WireGuard, and public points of JWKs. See `shapes.py`."""

HARMLESS = r"""
print: go struct           | &config.DB{Host:"db", User:"app", Password:"", Port:54<d2>}
print: rust debug          | Config { user: Some("app"), password: None, retries: <d1> }
print: secret wrapper      | Settings(debug=False, secret_key=SecretStr('**********'), retries=<d1>)
print: filtered            | #<User id: <d3>, email: "ada@acme.io", encrypted_password: [FILTERED]>
print: go token            | token.Token{Type:token.IDENT, Literal:"fetchUserV<d1>"}
print: python tokens       | TokenInfo(type=1 (NAME), string='parse_args_v<d1>', start=(1, 0), end=(1, 10))
trace: shell variable      | + curl -s -u "$USER:$PASSWORD_<d2>" https://nexus.acme.io/status
trace: pytest              | E       fixture 'db_password_v<d1>' not found
trace: key error           | KeyError: 'STRIPE_SECRET_KEY_<d2>'
trace: missing argument    | TypeError: login() missing 1 required positional argument: 'password<d1>'
trace: assertion           | E   AssertionError: assert 'token_expired_v<d1>' == 'token_invalid'
tool: ps                   | app       42<d2>  0.0  0.1 /usr/bin/server --password-file /run/secrets/db
tool: docker inspect       | "Env": ["PATH=/usr/bin", "POSTGRES_PASSWORD_FILE=/run/secrets/pg_<d2>"]
tool: kubectl list         | db-credentials-<d2>     Opaque     3      <d2>d
tool: kubectl describe     | DB_PASSWORD:  <set to the key 'password' in secret 'db-<d2>'>  Optional: false
tool: terraform plan       |   + password             = (sensitive value)⏎  + port             = 54<d2>
tool: terraform id         |   + key_id = (known after apply)  # aws_kms_key.main<d1>
tool: vault list           | Keys⏎----⏎db/prod-<d2>⏎api/staging-<d2>
tool: vault accessor       | token_policies       ["default" "db-read-<d2>"]
tool: git log              | <h7> Rotate the password of the staging database (#<d4>)
tool: git status           |         modified:   src/auth/token_store_v<d1>.py
tool: git ls-files         | config/credentials/production.yml.enc-<d2>
tool: redis keys           | 1) "session:user:<d4>:profile"⏎2) "lock:invoice-<d3>"
tool: psql columns         |  password_hash | character varying(2<d2>) |           | not null |
tool: http response        | < ETag: W/"<h40>"⏎< X-Request-Id: <U>
tool: docker pull          | Digest: sha256:<h64>⏎Status: Image is up to date for postgres:16.<d1>
tool: docker ps            | <h12>   redis:7.<d1>-alpine   "docker-entrypoint.s…"   Up 2 hours   6379/tcp   cache-<d2>
tool: npm audit            | node_modules/jsonwebtoken  <=8.<d1>.1  Severity: moderate
tool: npm view             | dist.integrity: sha512-<b86>==
tool: cargo tree           | ├── secrecy v0.<d1>.0 (https://github.com/acme/secrecy?rev=<h8>#<h8>)
tool: pip freeze           | python-jose==3.<d1>.0⏎token-bucket @ git+https://github.com/acme/token-bucket@<h40>
tool: ruff                 | src/auth.py:<d2>:17: S105 Possible hardcoded password assigned to: "token_url"
tool: bandit               | >> Issue: [B106:hardcoded_password_funcarg] Possible hardcoded password: 'default' <d2>
tool: gitleaks             | RuleID:      generic-api-key⏎Entropy:     4.<d2>⏎File:        src/a.py
tool: grep                 | src/login.ts:<d2>:  const { password, token, refreshToken } = await readForm(event)
tool: grep, test           | tests/test_auth.py:<d2>:    assert response.json()["detail"] == "Incorrect password"
tool: find                 | ./node_modules/@types/password-validator/index-<d2>.d.ts
tool: ls                   | -rw-------  1 ada ada  41<d1> Jan  3 10:12 id_ed25519_deploy
tool: ssh fingerprint      | 256 SHA256:<b43> ada@laptop-<d2> (ED25519)
tool: gpg list             | sec   ed25519/<H16> 2024-01-<d2> [SC]
tool: openssl dates        | serial=<H32>⏎notAfter=Jan  1 00:00:00 20<d2> GMT
tool: wg                   | peer: <b43>=⏎  endpoint: 10.0.<d1>.2:51820
tool: certbot              | Certificate Name: acme<d1>.io⏎    Key Type: ECDSA⏎    Serial Number: <h36>
compose: secret            | secrets:⏎  db_password:⏎    file: ./secrets/db_password_<d2>.txt
compose: required          | POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?set it in .env<d2>}
dockerfile: argument       | ARG NPM_TOKEN⏎ENV NODE_VERSION=20.<d2>.1
dockerfile: mount          | RUN --mount=type=secret,id=npm_token_<d2> npm ci
ci: github                 | with:⏎    token: ${{ secrets.RELEASE_TOKEN_<d2> }}
ci: permissions            | permissions:⏎  id-token: write⏎  contents: read # v<d1>
ci: cache                  | key: pip-${{ matrix.python }}-${{ hashFiles('requirements<d1>.txt') }}
ansible: lookup            | mysql_root_password: "{{ lookup('env', 'MYSQL_PW_<d2>') }}"
ansible: vault             | db_password: "{{ vault_db_password_<d2> }}"
hcl: data                  | password = data.vault_generic_secret.db<d1>.data["password"]
hcl: random                | resource "random_password" "main<d1>" { length = 24 }
nginx: variable            | proxy_set_header X-Api-Key $http_x_api_key_<d2>;
nginx: auth file           | auth_basic_user_file /etc/nginx/htpasswd-<d2>;
cisco: service             | service password-encryption⏎hostname core-sw<d2>
sql: policy                | ALTER USER app<d2> WITH PASSWORD EXPIRE INTERVAL 90 DAY;
sql: comment               | COMMENT ON COLUMN users.password IS 'Hashed with argon2id, see ADR-<d3>';
sql: grant                 | GRANT SELECT (id, token_count) ON usage_<d2> TO reporting;
powershell: read           | $p = Read-Host -Prompt "Password for svc<d2>" -AsSecureString
powershell: variable       | Connect-AzAccount -Credential $cred<d1> -Tenant $tenantId
batch: prompt              | set /p DB_PASSWORD=Password for app<d1>:
shell: key type            | ssh-keygen -t ed25519 -C "ada@laptop-<d2>" -f ~/.ssh/id_work
shell: age                 | age -r age1<q58> -o s<d2>.age s
shell: openssl file        | openssl enc -aes-256-cbc -kfile /etc/key<d1> -in a -out b
shell: helm existing       | helm upgrade db bitnami/mysql --set auth.existingSecret=mysql-auth-<d2>
shell: docker stdin        | gh auth token | docker login ghcr.io -u ada<d1> --password-stdin
shell: jq                  | jq -r '.data.token | length' response-<d2>.json
shell: export file         | export GOOGLE_APPLICATION_CREDENTIALS=/run/secrets/gcp-<d2>.json
shell: snmp version        | snmpget -v2c -c public 10.0.0.<d2> sysDescr.0
shell: wifi list           | nmcli -f SSID,SECURITY,SIGNAL dev wifi list --rescan no # <d2>
python: lookup             | headers = {"Authorization": f"Bearer {settings.token_<d2>}"}
python: argparse           | p.add_argument("--password", help="Password of the user<d1>", default=None)
python: parametrize        | @pytest.mark.parametrize("token", ["", "abc", None, "x" * <d3>])
python: enum               | class TokenKind(str, Enum): ACCESS = "access_v<d1>"; REFRESH = "refresh"
python: cache key          | key = f"user:{user.id}:permissions:v<d1>"; cache.set(key, perms, timeout=60)
python: hashing            | return hmac.compare_digest(digest, expected_digest_<d1>)
python: django setting     | AUTH_PASSWORD_VALIDATORS = [{"NAME": "acme.validators.MinLength<d2>"}]
python: tokenizer          | tokens = tokenizer.encode("def fetch_user_v<d1>(id): ...", add_special_tokens=False)
javascript: cypress        | cy.get('#password').should('have.attr', 'type', 'password').and('have.length', <d1>)
javascript: playwright     | await page.getByLabel('Password').fill(process.env.E2E_PASSWORD_<d2>!);
javascript: storage        | localStorage.getItem('access_token_v<d1>') ?? sessionStorage.getItem('token')
javascript: redux          | export const selectToken = (state) => state.auth.token<d1>;
javascript: react key      | {rows.map((row) => <Row key={`row-${row.id}-v<d1>`} token={row.token} />)}
javascript: i18n           | t('auth.password.tooShort', { min: <d2> })
typescript: type           | type Credentials = Pick<User, 'email' | 'password'> & { otp<d1>?: string };
typescript: zod            | password: z.string().min(<d2>).regex(/[A-Z]/, 'auth.password.uppercase'),
java: builder              | .withUsername(env.user()).withPassword(env.password<d1>()).build();
java: value                | @Value("${jwt.expiration:36<d2>}") private long expiration;
kotlin: constant           | const val TOKEN_HEADER = "X-Acme-Token-V<d1>"
go: header                 | req.Header.Set("Authorization", "Bearer "+token<d1>)
go: error                  | var ErrInvalidToken = errors.New("auth: invalid token v<d1>")
rust: macro                | token_kind!(LeftBrace => "{", Keyword<d1> => "match")
csharp: attribute          | [DataType(DataType.Password), StringLength(1<d2>)] public string Password { get; set; }
ruby: validation           | validates :password, length: { minimum: <d2> }, confirmation: true
php: validation            | 'password' => ['required', 'confirmed', Password::min(<d2>)],
swift: keychain            | let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "acme-<d2>"]
elixir: changeset          | |> validate_length(:password, min: <d2>, max: 72) |> put_password_hash()
haskell: type              | newtype Password<d1> = Password { unPassword :: Text } deriving (Eq)
clojure: lookup            | {:password (System/getenv "DB_PASSWORD_<d2>")}
url: docs                  | https://docs.acme.io/api/v<d1>/authentication#api-keys-and-tokens
url: port                  | postgres://localhost:54<d2>/shop_test?sslmode=disable
url: oauth                 | https://acme.io/oauth/authorize?response_type=code&client_id=web-<d2>&scope=read
log: login                 | level=info msg="password changed" user=ada id=<d4> ip=10.0.0.1
log: token usage           | usage: prompt_tokens=<d4> completion_tokens=<d3> total_tokens=<d5>
log: key                   | cache miss for key user:<d4>:avatar:64x64
log: rotation              | rotated signing key kid=<U> alg=RS256
diff: comment              | -# TODO: do not hard-code the password⏎+# The password comes from Vault (see #<d4>)
diff: stat                 |  src/auth/password_reset.py | <d2> +++++++----
tool call: grep            | {"pattern": "password|secret|token", "path": "src/auth<d1>", "output_mode": "content"}
tool call: todo            | {"content": "Hash the password before it is stored", "status": "pending", "id": "<d2>"}
mcp: server                | {"mcpServers": {"gh": {"env": {"GITHUB_TOKEN": "${GITHUB_TOKEN_<d2>}"}}}}
chat: question             | Where does the password come from? I think config/prod.yml:<d2> sets it.
chat: advice               | The password is read from the environment, so nothing to change in settings<d1>.py.
chat: token                | The token is expired, so the test on line <d3> fails.
chat: key                  | The key is to keep the function pure; see reducer_v<d1>.ts.
chat: german               | Das Passwort wird mit bcrypt gehasht (Runden: 1<d1>).
chat: french               | Le mot de passe est obligatoire depuis la version <d1>.<d1>.
table: box                 | │ password │ string │ required │ min <d1> │
html: input                | <input type="password" name="pw" autocomplete="current-password" maxlength="<d2>">
xml: bean                  | <property name="passwordEncoder" ref="bcryptEncoder<d1>"/>
json: jwk                  | {"kty": "EC", "crv": "P-256", "x": "<w43>", "y": "<w43>"}
json: schema               | {"secret": {"$ref": "#/components/schemas/SecretV<d1>"}}
json: lock                 | {"node_modules/js-tokens": {"version": "4.0.<d1>", "license": "MIT"}}
yaml: external secret      | remoteRef:⏎    key: prod/db-<d2>⏎    property: password
yaml: probe                | command: ["sh", "-c", "mysqladmin ping -p$MYSQL_ROOT_PASSWORD_<d1>"]
toml: tool                 | [tool.bandit]⏎skips = ["B105", "B1<d2>"]
ini: policy                | [password]⏎min_length = <d2>⏎hash = argon2id
"""
