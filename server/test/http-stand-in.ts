import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandInRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** The answer; null to never answer. */
export type StandInAnswer = {
  status: number;
  headers?: Record<string, string>;
  body: string | object;
} | null;

export interface HttpStandIn {
  url: string;
  requests: StandInRequest[];
  close(): Promise<void>;
}

/** An HTTP server on loopback with scripted answers, by default at a free port. */
export async function startHttp(
  answer: (request: StandInRequest) => StandInAnswer,
  port = 0,
): Promise<HttpStandIn> {
  const requests: StandInRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(request);
    const answered = answer(request);
    if (!answered) return;
    const isText = typeof answered.body === "string";
    response.writeHead(answered.status, {
      "content-type": isText ? "text/html" : "application/json",
      ...answered.headers,
    });
    response.end(isText ? (answered.body as string) : JSON.stringify(answered.body));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
