"""Shared by all fault tests: the server process and API clients."""
import http.client, json, os, pathlib, socket, subprocess, sys, time, urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCZ = os.environ.get("DOCZ_BINARY", str(ROOT / "target/debug/docz"))
# A valid image of one pixel.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
INDUSTRY = "admin/v1/docz/banking/admin/industrymaster"
TRANSACTION = "banker/v1/docz/banking/transaction/"


class Client:
    """One user's calls over one connection."""

    def __init__(self, port, user, timeout=30, source=None):
        address = (source, 0) if source else None
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=address)
        login = {"entityCode": "NGB", "userId": user, "password": "Docz@2026"}
        self.token = None
        answer = self.raw("POST", "/api/sms/v1/docz/banking/sms/usermasterlogin", json.dumps(login))
        self.token = answer.headers["Authorization"]

    def raw(self, method, path, body=None):
        headers = {"Content-Type": "application/json"} | ({"Authorization": self.token} if self.token else {})
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        answer.text = answer.read()
        return answer

    def call(self, place, operation, body, query=""):
        claims = urllib.parse.quote(json.dumps({"operation": operation}), safe="")
        text = body if isinstance(body, bytes) else json.dumps(body)
        answer = self.raw("POST", f"/api/{place}@{claims}{query}", text)
        return answer.status, json.loads(answer.text)

    def save_industry(self, code):
        return self.call(INDUSTRY, "S", {"industryCode": code, "industryDesc": "Fault"})[0]

    def finds_industry(self, code):
        return self.call(INDUSTRY, "F", {"industryCode": code})[0]

    def anew(self):
        """The same session over a new connection."""
        self.connection.close()
        return self


def environment(url=None):
    all_ = {**os.environ, "DOCZ_CAPTCHA": "off"}
    all_.pop("DOCZ_DATABASE_URL", None)
    return all_ | ({"DOCZ_DATABASE_URL": url} if url else {})


def start(folder, url=None, **more):
    """Starts a demo server; returns its process and port."""
    settings = folder / "docz.toml"
    if not settings.exists():
        settings.write_text("login_per_minute = 1000000\npublic_per_minute = 1000000\n")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = [DOCZ, "serve", "--demo", "--data", str(folder), "--listen", f"127.0.0.1:{port}"]
    more = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | more
    server = subprocess.Popen(serve, env=environment(url), **more)
    for _ in range(600):
        try:
            Client(port, "ADMIN", timeout=120)
            return server, port
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    server.kill()
    sys.exit("the server does not answer")


def report(wrong):
    """Prints the failures and exits with 0, or 1 if there are any."""
    for line in wrong[:20]:
        print(" ", line)
    sys.exit(1 if wrong else 0)
