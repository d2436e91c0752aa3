import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { receiverPorts } from "./tested-server";

export interface Arrival {
  headers: IncomingHttpHeaders;
  body: string;
}

/** An endpoint for webhooks on this machine, at the port that the server under test allows for deliveries. */
export class Receiver {
  /** The status of its answers from now on. */
  status = 200;
  /** Awaited before each answer. */
  gate: Promise<void> = Promise.resolve();
  readonly arrivals: Arrival[] = [];

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<Receiver> {
    const port = receiverPorts()[test.info().parallelIndex];
    if (port === undefined) throw new Error("There is no receiver port for this worker.");
    const server = createServer();
    // A unique path: all tests of this worker share the port, and a delivery that one could not receive is retried during the next.
    const path = `/${randomUUID()}/hooks`;
    const receiver = new Receiver(`http://127.0.0.1:${port}${path}`, server);
    server.on("request", (request, response) => {
      if (!request.url?.startsWith(path)) return void response.writeHead(204).end();
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        receiver.arrivals.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
        void receiver.gate.then(() => {
          response.writeHead(receiver.status, { "content-type": "text/plain" });
          response.end(receiver.status < 300 ? "thanks" : "no");
        });
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    return receiver;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  /** The types of the events that arrived, in order. */
  get types(): string[] {
    return this.arrivals.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  }

  /** Whether the latest arrival is signed with a secret. */
  verifies(secret: string): boolean {
    const arrival = this.arrivals.at(-1);
    if (!arrival) return false;
    try {
      new Webhook(secret).verify(arrival.body, arrival.headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
