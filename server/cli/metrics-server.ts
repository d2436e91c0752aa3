import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** Returns the metrics as text, with its content type. */
type Read = () => Promise<{ type: string; body: string }>;

/**
 * A server that answers Prometheus, and nothing else.
 * @param onError called with the reason when the metrics cannot be read
 */
export function metricsServer(read: Read, onError: (error: unknown) => void): Server {
  return createServer((incoming, outgoing) => {
    answer(incoming, outgoing, read).catch((error) => {
      onError(error);
      outgoing.writeHead(500).end();
    });
  });
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, read: Read): Promise<void> {
  const [path] = (incoming.url ?? "").split("?", 1);
  if (path !== "/metrics") return void outgoing.writeHead(404).end();
  if (incoming.method !== "GET" && incoming.method !== "HEAD")
    return void outgoing.writeHead(405, { allow: "GET, HEAD" }).end();
  const { type, body } = await read();
  outgoing.writeHead(200, { "content-type": type, "cache-control": "no-store" });
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}
