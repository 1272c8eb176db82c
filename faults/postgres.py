"""A temporary PostgreSQL server in its own folder."""
import os, pathlib, shutil, signal, subprocess, time


def program(name):
    """Debian does not put the server's programs into the path."""
    newest = sorted(pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(newest[-1]) if newest else name


class Postgres:
    def __init__(self, folder):
        folder.mkdir()
        # PostgreSQL refuses to run as root.
        user = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"] if os.getuid() == 0 else []
        if user:
            folder.parent.chmod(0o711)
            shutil.chown(folder, "postgres")
        data = folder / "data"
        initdb = [program("initdb"), "--username", "docz", "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8", "-D", str(data)]
        subprocess.run(user + initdb, check=True, stdout=subprocess.DEVNULL, cwd=folder)
        serve = [program("postgres"), "-D", str(data), "-k", str(folder), "-c", "listen_addresses="]
        self.process = subprocess.Popen(user + serve, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        self.url = f"host={folder} user=docz dbname=postgres sslmode=disable"
        ready = [program("pg_isready"), "-q", "-h", str(folder), "-U", "docz"]
        for _ in range(300):
            if subprocess.run(ready).returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit("PostgreSQL does not start")

    def processes(self):
        """The main process and its children."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def signal(self, number):
        # The main process first, so that it starts no others.
        for process in self.processes():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def stop(self):
        self.signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
