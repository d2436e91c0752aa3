import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { answerQuestions, machineMs } from "./webhooks-process";

// Receives mails on loopback and takes every one.

export type MailQuestion =
  | { type: "port" }
  /** When each mail to an address had come whole, once there are so many. */
  | { type: "arrivals"; to: string; count: number };

const arrivals = new Map<string, number[]>();
const at = (address: string): number[] => {
  const known = arrivals.get(address) ?? [];
  arrivals.set(address, known);
  return known;
};
let waiting: { to: string; count: number; tell: (all: number[]) => void } | null = null;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, session, done) {
    stream.resume();
    stream.once("end", () => {
      for (const { address } of session.envelope.rcptTo) at(address).push(machineMs());
      done();
      if (waiting && at(waiting.to).length === waiting.count) waiting.tell(at(waiting.to));
    });
  },
});
// A sender that ends breaks its connections off.
server.on("error", () => undefined);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

answerQuestions<MailQuestion>(async (question) => {
  if (question.type === "port") return (server.server.address() as AddressInfo).port;
  return new Promise<number[]>((tell) => {
    const { to, count } = question;
    if (at(to).length >= count) tell(at(to));
    else waiting = { to, count, tell };
  });
});
