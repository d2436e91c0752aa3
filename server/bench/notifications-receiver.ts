import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { answerQuestions, machineMs } from "./webhooks-process";

// Receives mails on loopback and takes every one.

export type MailQuestion =
  | { type: "port" }
  /** When each mail had come whole, once there are so many. */
  | { type: "arrivals"; count: number };

const arrivals: number[] = [];
let waiting: { count: number; tell: (all: number[]) => void } | null = null;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, _session, done) {
    stream.resume();
    stream.once("end", () => {
      arrivals.push(machineMs());
      done();
      if (arrivals.length === waiting?.count) waiting.tell(arrivals);
    });
  },
});
// A sender that ends breaks its connections off.
server.on("error", () => undefined);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

answerQuestions<MailQuestion>(async (question) => {
  if (question.type === "port") return (server.server.address() as AddressInfo).port;
  return new Promise<number[]>((tell) => {
    if (arrivals.length >= question.count) tell(arrivals);
    else waiting = { count: question.count, tell };
  });
});
