import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Services } from "@/server/kernel/services";
import { secretsForPort } from "@/server/modules/integrations/webhooks/secrets-for-port";
import { verifyRequest } from "@/server/modules/integrations/webhooks/verify";

export interface ReceiverOptions {
  port: number;
  /** `whsec_…`; the default is those of this installation's webhooks that point here. */
  secret: string | undefined;
  /** The status to answer. */
  status: number;
  print(line: object): void;
}

const maximumBytes = 1024 * 1024;

/** Listens on this machine, verifies deliveries as any receiver should, and prints them. */
export async function receiveWebhooks(services: Services, options: ReceiverOptions): Promise<Server> {
  const server = createServer((request, response) => {
    void receive(services, options, request)
      .catch((error: unknown) => options.print({ error: String(error) }))
      .finally(() => response.writeHead(options.status).end());
  });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(options.port, "localhost", resolve),
  );
  return server;
}

async function receive(
  services: Services,
  options: ReceiverOptions,
  request: IncomingMessage,
): Promise<void> {
  const body = await read(request);
  const headers = request.headers as Record<string, string | undefined>;
  const secrets = options.secret
    ? [Buffer.from(options.secret.replace(/^whsec_/, ""), "base64")]
    : await secretsForPort(services, options.port);
  const now = services.clock();
  const verdict = verifyRequest({ headers, body, secrets, now });
  options.print({
    at: now.toISOString(),
    verified: verdict.isValid,
    ...(!verdict.isValid && { reason: verdict.reason }),
    path: request.url,
    id: headers["webhook-id"],
    event: parsed(body),
  });
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximumBytes) throw new Error("The body is larger than 1 MiB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
