import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { answerQuestions, machineMs } from "./webhooks-process";

// Receives mails on loopback and accepts each one.

export type MailQuestion =
  | { type: "port" }
  /** The arrival time of each mail to an address, once `count` have arrived. */
  | { type: "arrivals"; to: string; count: number };

const arrivals = new Map<string, number[]>();
const at = (address: string): number[] => {
  const known = arrivals.get(address) ?? [];
  arrivals.set(address, known);
  return known;
};
let waiting: { to: string; count: number; resolve: (all: number[]) => void } | null = null;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, session, done) {
    stream.resume();
    stream.once("end", () => {
      for (const { address } of session.envelope.rcptTo) at(address).push(machineMs());
      done();
      if (waiting && at(waiting.to).length === waiting.count) waiting.resolve(at(waiting.to));
    });
  },
});
// A sender that ends drops its connections.
server.on("error", () => undefined);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

answerQuestions<MailQuestion>(async (question) => {
  if (question.type === "port") return (server.server.address() as AddressInfo).port;
  return new Promise<number[]>((resolve) => {
    const { to, count } = question;
    if (at(to).length >= count) resolve(at(to));
    else waiting = { to, count, resolve };
  });
});
