import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** What arrived over the network, as counted by the receivers. */
export interface Receivers {
  webhookPort: number;
  smtpUrl: string;
  /** The number of arrivals of each webhook-id. */
  webhooks: ReadonlyMap<string, number>;
  /** The number of mails to each address. */
  mails: ReadonlyMap<string, number>;
}

/** A webhook receiver and a mail server on loopback; both accept everything. */
export async function startReceivers(): Promise<Receivers> {
  const webhooks = new Map<string, number>();
  const mails = new Map<string, number>();
  const count = (map: Map<string, number>, name: string): void =>
    void map.set(name, (map.get(name) ?? 0) + 1);
  const http = createServer((request, response) => {
    request.resume();
    request.once("end", () => {
      count(webhooks, String(request.headers["webhook-id"]));
      response.writeHead(200, { "content-type": "text/plain" }).end("ok");
    });
  });
  http.keepAliveTimeout = 60_000;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      stream.resume();
      stream.once("end", () => {
        for (const { address } of session.envelope.rcptTo) count(mails, address);
        done();
      });
    },
  });
  // A killed sender drops its connections.
  smtp.on("error", () => undefined);
  await Promise.all([
    new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve)),
    new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve)),
  ]);
  const { port } = smtp.server.address() as AddressInfo;
  return {
    webhookPort: (http.address() as AddressInfo).port,
    smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    webhooks,
    mails,
  };
}
