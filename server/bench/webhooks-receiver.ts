import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerQuestions, machineMs } from "./webhooks-process";

// Receives webhooks: `/hang` is never answered, everything else at once.

export type ReceiverQuestion =
  | { type: "port" }
  | { type: "forget" }
  /** Resolves when this many requests have arrived, not counting the hanging ones. */
  | { type: "reached"; count: number }
  /** The first arrival of each webhook-id. */
  | { type: "arrivals" };

const arrivals = new Map<string, number>();
let count = 0;
let waiting: { count: number; resolve: (at: number) => void } | null = null;

const server = createServer((request, response) => {
  const at = machineMs();
  const id = String(request.headers["webhook-id"]);
  if (!arrivals.has(id)) arrivals.set(id, at);
  request.resume();
  if (request.url === "/hang") return;
  request.once("end", () => void response.writeHead(200, { "content-type": "text/plain" }).end("ok"));
  if (++count === waiting?.count) waiting.resolve(at);
});
server.keepAliveTimeout = 60_000;
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

answerQuestions<ReceiverQuestion>(async (question) => {
  switch (question.type) {
    case "port":
      return (server.address() as AddressInfo).port;
    case "forget":
      arrivals.clear();
      count = 0;
      return null;
    case "reached":
      return new Promise<number>((resolve) => {
        if (count >= question.count) resolve(machineMs());
        else waiting = { count: question.count, resolve };
      });
    case "arrivals":
      return [...arrivals];
  }
});
