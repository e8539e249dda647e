import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type ReceivedLetter = { from: string; to: string[]; source: string };

type MailServerOptions = {
  /** The only sign-in it takes; without one anybody may send. */
  account?: { user: string; password: string };
  /** What it refuses to deliver to. */
  refuses?: string;
};

/** A real e-mail server on a free port that keeps what it is handed; its address is one for GREENROOM_SMTP_URL. */
export async function aMailServer({ account, refuses }: MailServerOptions = {}) {
  const letters: ReceivedLetter[] = [];
  const server = new SMTPServer({
    disabledCommands: account ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    authOptional: account === undefined,
    onAuth({ username, password }, _session, done) {
      const isRight = username === account?.user && password === account?.password;
      done(isRight ? null : new Error("Wrong"), isRight ? { user: username } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      if (address !== refuses) return done();
      done(Object.assign(new Error("No such mailbox here"), { responseCode: 550 }));
    },
    onData(stream, { envelope }, done) {
      text(stream).then((source) => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        letters.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      }, done);
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("The e-mail server has no port.");
  const sender = account ? `${account.user}:${account.password}@` : "";
  return {
    url: `smtp://${sender}127.0.0.1:${address.port}`,
    letters,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The headers by lower-case name, folded lines joined; a header that stands twice has two values. */
export function headersOf({ source }: ReceivedLetter): Map<string, string[]> {
  const [head = ""] = source.split("\r\n\r\n");
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [name = "", ...value] = line.split(":");
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value.join(":").trim()]);
  }
  return headers;
}
