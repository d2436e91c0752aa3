import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Answered {
  status: number;
  type: string;
  body: Buffer;
}

/** Decides how an answer of the real server is passed on. */
export type Passing = (response: ServerResponse, answer: Answered) => void;

export interface Relay {
  baseUrl: string;
  close(): Promise<void>;
}

/** Passes the answer on unchanged. */
export const pass: Passing = (response, { status, type, body }) =>
  void response.writeHead(status, { "content-type": type, "content-length": body.length }).end(body);

/** Passes half of the answer on, then drops the connection. */
export const passHalf: Passing = (response, { status, type, body }) => {
  response.writeHead(status, { "content-type": type, "content-length": body.length });
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
};

/** Proxies between a client and the real server, which receives every request. @param passing decides on the answer to the nth request */
export async function relay(target: string, passing: (count: number) => Passing): Promise<Relay> {
  let count = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const kept = ["authorization", "content-type", "idempotency-key"] as const;
    const answer = await fetch(target + incoming.url, {
      method: incoming.method ?? "GET",
      headers: kept.flatMap((name) => {
        const value = incoming.headers[name];
        return value === undefined ? [] : [[name, String(value)] as [string, string]];
      }),
      ...(body.length > 0 && { body }),
    });
    const answered = {
      status: answer.status,
      type: answer.headers.get("content-type") ?? "",
      body: Buffer.from(await answer.arrayBuffer()),
    };
    count += 1;
    passing(count)(response, answered);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
