"""A real SMTP server (aiosmtpd) for tests: what it takes is written to standard output, one JSON object a line."""
import asyncio
import json
import logging
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

USER, PASSWORD = b"docz", b"mail canary password"


SEEN = set()


class Inbox:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("refused"):
            return "550 no such mailbox"
        if address.startswith("later"):
            return "451 try again later"
        if address.startswith("grey") and address not in SEEN:
            SEEN.add(address)
            return "451 4.7.1 greylisted, try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "data": envelope.content.decode("utf-8", "replace"),
            "secure": bool(session.ssl or server.transport.get_extra_info("sslcontext")),
            "authenticated": bool(session.authenticated),
        }
        print(json.dumps(mail), flush=True)
        if envelope.rcpt_tos[0].startswith("dies") and envelope.rcpt_tos[0] not in SEEN:
            # Takes the mail and dies before it answers.
            SEEN.add(envelope.rcpt_tos[0])
            server.transport.abort()
        return "250 taken"


def log_in(server, session, envelope, mechanism, data):
    good = isinstance(data, LoginPassword) and (data.login, data.password) == (USER, PASSWORD)
    return AuthResult(success=good, handled=good)


async def main(certificate, key):
    loop = asyncio.get_running_loop()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    guarded = dict(authenticator=log_in, auth_required=True)
    kinds = [
        (lambda: SMTP(Inbox()), None),
        (lambda: SMTP(Inbox(), tls_context=context, require_starttls=True, **guarded), None),
        (lambda: SMTP(Inbox(), auth_require_tls=False, **guarded), context),
    ]
    servers = [await loop.create_server(make, "127.0.0.1", 0, ssl=wrapped) for make, wrapped in kinds]
    print(json.dumps([server.sockets[0].getsockname()[1] for server in servers]), flush=True)
    await asyncio.Event().wait()


warnings.simplefilter("ignore")
logging.disable()
asyncio.run(main(*sys.argv[1:3]))
