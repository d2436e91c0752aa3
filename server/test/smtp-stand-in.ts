import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { good, leafKey } from "./certificates";

/** The outcome for a recipient: a status; after the text `hang` never answers, `drop` breaks the connection. */
type SmtpBehaviour = number | "hang" | "drop";

interface ReceivedMail {
  to: string[];
  raw: string;
  mail: Email;
}

export interface SmtpStandIn {
  url: string;
  received: ReceivedMail[];
  /** By address; other addresses are accepted. */
  behaviour: Map<string, SmtpBehaviour>;
  close(): Promise<void>;
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** Not in the types: the only way to break a connection in the middle. */
const connectionsOf = (server: SMTPServer) =>
  (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections;

type Encryption = "none" | "from the start" | "STARTTLS";

/** A real SMTP server on loopback; its certificate is trusted only by clients configured for it. */
export async function startSmtp(encryption: Encryption = "none", atPort = 0): Promise<SmtpStandIn> {
  const received: ReceivedMail[] = [];
  const behaviour: SmtpStandIn["behaviour"] = new Map();
  const server = new SMTPServer({
    authOptional: true,
    ...(encryption === "none" ? { disabledCommands: ["STARTTLS"] } : { key: leafKey, cert: good }),
    secure: encryption === "from the start",
    logger: false,
    onRcptTo({ address }, _session, done) {
      const status = behaviour.get(address);
      done(typeof status === "number" ? refusal(status, `${status} for ${address}`) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString();
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw, mail: await PostalMime.parse(raw) });
        const behaviours = to.map((address) => behaviour.get(address));
        if (behaviours.includes("drop")) for (const { _socket } of connectionsOf(server)) _socket.destroy();
        else if (!behaviours.includes("hang")) done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(atPort, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: urlOf(encryption, port),
    received,
    behaviour,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function urlOf(encryption: Encryption, port: number): string {
  const place = `127.0.0.1:${port}?socketTimeout=700`;
  if (encryption === "none") return `smtp://${place}&ignoreTLS=true`;
  return encryption === "STARTTLS" ? `smtp://${place}&requireTLS=true` : `smtps://${place}`;
}
