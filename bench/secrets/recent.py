# ruff: noqa: E501
"""Shapes of more tools, formats and languages, written after rules were widened to the classes of `everyday.py`.

Written before any of them was tried: 77.1 % of 3,300 secrets were removed then. No rule was written for `SHAPES`. See
`shapes.py` for how to read it.
"""

SHAPES = r"""
k3s: join                  | curl -sfL https://get.k3s.io | K3S_URL=https://m:6443 K3S_TOKEN=«<a32>» sh -
kubeadm: join              | kubeadm join 10.0.0.1:6443 --token «<l6>.<l16>» --discovery-token-ca-cert-hash sha256:<h64>
swarm: join                | docker swarm join --token «SWMTKN-1-<l50>-<l25>» 10.0.0.1:2377
gitlab: runner register    | gitlab-runner register --url https://git.acme.io --registration-token «<a20>»
github: runner config      | ./config.sh --url https://github.com/acme/app --token «<u29>»
tailscale: up              | tailscale up --authkey «tskey-auth-<a12>-<a32>»
cloudflared: run           | cloudflared tunnel run --token «eyJ<a120>»
ngrok: config              | version: 2⏎authtoken: «<a49>»
zrok: enable               | zrok enable «<a12>»
borg: config               | encryption_passphrase: "«<phrase>»"
mysql: config editor       | SET PASSWORD FOR 'app'@'%' = PASSWORD('«<pw>»');
mysql: change user         | ALTER USER 'root'@'localhost' IDENTIFIED WITH mysql_native_password BY '«<pw>»';
postgres: dsn words        | psql "host=db user=app password=«<pw>» sslmode=require"
mongo: uri env             | MONGO_URL='mongodb://root:«<urlpw>»@mongo:27017/?authSource=admin'
kafka: jaas                | org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="«<pw>»";
rabbit: conf               | default_user = app⏎default_pass = «<pw>»
grafana: ini               | [security]⏎admin_user = admin⏎admin_password = «<pw>»
jenkins: cli               | java -jar jenkins-cli.jar -s https://ci.acme.io -auth ada:«<h34>» who-am-i
sonar: flag                | mvn sonar:sonar -Dsonar.login=«<h40>»
nexus: curl                | curl -v -u admin:«<pw>» --upload-file a.jar https://nexus.acme.io/repository/m/a.jar
pip: index                 | pip install --index-url https://ci:«<a40>»@pypi.acme.io/simple app
uv: env                    | UV_INDEX_ACME_PASSWORD=«<a40>» uv sync
yarn: rc                   | npmRegistryServer: "https://npm.acme.io"⏎npmAuthToken: "«<a36>»"
cargo: credentials         | [registry]⏎token = "«<a35>»"
gem: credentials           | ---⏎:acme_key: «<h48>»
go: netrc                  | machine git.acme.io login ada password «<a20>»
terraform: rc              | credentials "app.terraform.io" {⏎  token = "«<a14>.atlasv1.<a67>»"⏎}
ansible: prompt            | SSH password: «<pw>»⏎BECOME password[defaults to SSH password]:
python: dict update        | cfg.update(user="app", passwd="«<pw>»", charset="utf8")
python: cryptography       | key = hashlib.sha256(b"«<pw>»").digest()  # master password
python: imap               | imap.login("ada@acme.io", "«<pw>»")
python: twilio             | client = Client("AC<h32>", "«<h32>»")
python: assert             | assert settings.SECRET_KEY != "«<a50>»"
javascript: nodemailer     | createTransport({ host: 'mail', auth: { user: 'bot', pass: '«<pw>»' } })
javascript: supabase       | await supabase.auth.signInWithPassword({ email: 'a@acme.io', password: '«<pw>»' })
javascript: bearer concat  | xhr.setRequestHeader('Authorization', 'Bearer ' + '«<a40>»')
java: encryptor            | encryptor.setPassword("«<pw>»");
java: key spec             | new PBEKeySpec("«<pw>»".toCharArray(), salt, 65536, 256)
kotlin: retrofit           | .addHeader("X-Api-Key", "«<a32>»")
go: oauth                  | conf := &oauth2.Config{ClientID: "web", ClientSecret: "«<a32>»"}
rust: sqlx                 | PgConnectOptions::new().host("db").username("app").password("«<pw>»")
csharp: jwt                | var key = Encoding.UTF8.GetBytes("«<a40>»"); // signing key
php: mail                  | $mail->Username = 'bot@acme.io'; $mail->Password = '«<pw>»';
ruby: mechanize            | agent.add_auth('https://acme.io', 'ada', '«<pw>»')
swift: firebase            | Auth.auth().signIn(withEmail: "a@acme.io", password: "«<pw>»")
elixir: secret             | config :guardian, secret_key: "«<b64>»"
scala: sbt                 | credentials += Credentials("Nexus", "nexus.acme.io", "ci", sys.env.getOrElse("PW", "«<pw>»"))
r: dbi                     | con <- dbConnect(RPostgres::Postgres(), user = "app", password = "«<pw>»")
log: mysql init            | [Note] A temporary password is generated for root@localhost: «<pw>»
log: rails                 | Parameters: {"user"=>{"email"=>"a@acme.io", "password"=>"«<pw>»"}}
log: curl verbose          | > Authorization: Bearer «<w64>»⏎> User-Agent: curl/8.1
log: gradle                | > Task :sign⏎Using keystore password «<pw>» from gradle.properties
chat: creds of a site      | Try ada@acme.io with the password «<pw>» on staging.
chat: env in words         | Set OPENAI_API_KEY to «<a48>» before you run it.
chat: wifi                 | The wifi is acme-guest, the password is «<word>».
"""
