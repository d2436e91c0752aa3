import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Timeaway, type TimeawayOptions } from "../src/index.js";

interface Received {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  at: number;
}

type Answering = (response: ServerResponse, request: Received) => void;

/** A server with scripted answers at its own address: faults that the real server never has. */
export interface StandIn {
  received: Received[];
  baseUrl: string;
  timeaway: Timeaway;
  close(): Promise<void>;
}

/** @param answers one for each request; the last one repeats */
export async function standIn(
  answers: readonly Answering[],
  options: Partial<TimeawayOptions> = {},
): Promise<StandIn> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.on("end", () => {
      const { method = "", url: path = "", headers } = incoming;
      const request = { method, path, headers, at: Date.now() };
      received.push(request);
      (answers[received.length - 1] ?? answers.at(-1))?.(response, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    received,
    baseUrl,
    timeaway: new Timeaway({ apiKey: "svc_live_key", baseUrl, ...options }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** An answer of the API. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_1", ...headers });
    response.end(JSON.stringify(body));
  };

export const html =
  (status: number): Answering =>
  (response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<html>Bad gateway</html>");
  };

/** Promises more bytes than it sends, and hangs up. */
export const cut: Answering = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"data":[{"id":', () => response.destroy());
};

export const hungUp: Answering = (response) => void response.destroy();

export const refusal = (code: string, more: object = {}) => ({
  error: { code, name: code, description: `${code}.`, resolution: "Do it.", requestId: "req_1", ...more },
});

/** The `RateLimit` header of a bucket with `count` requests left. */
export const left = (count: number): Record<string, string> => ({
  ratelimit: `"rate";r=${count};t=1, "quota";r=29000;t=864000`,
  "ratelimit-policy": '"rate";q=50;w=5, "quota";q=30000',
});
