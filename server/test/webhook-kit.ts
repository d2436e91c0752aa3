import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { and, asc, eq } from "drizzle-orm";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { type EventType, eventTypes } from "@/drizzle/schema/values";
import { webhookAttempts, webhookBodies, webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { newId, newMessageId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { deliveryWork, type SendingOptions } from "@/server/modules/integrations/webhooks/delivery-work";
import { newSecret } from "@/server/modules/integrations/webhooks/secret";
import { createSender, type SenderOptions } from "@/server/modules/integrations/webhooks/sender";
import { Engine, type EngineOptions } from "@/server/worker/engine";
import type { TestPerson } from "./factories";

/** Empties the queue and the log of every webhook. */
export async function forgetDeliveries({ db }: Services): Promise<void> {
  for (const table of [webhookAttempts, webhookBodies, webhookDeliveries]) await db.delete(table);
}

/** One request as the receiver saw it. */
interface Hit {
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

type Answer = (request: IncomingMessage, response: ServerResponse, hit: Hit) => void;

export interface Receiver {
  url: string;
  place: string;
  hits: Hit[];
  answer: Answer;
  close(): Promise<void>;
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ""): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** Listens on a free port of this machine. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** Whether a secret signed the delivery, at the time in its headers: the receiver's clock is the test's. */
export function isSignedWith(secret: string, { headers, body }: Pick<Hit, "headers" | "body">): boolean {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const signature = new StandardWebhook(secret).sign(headers["webhook-id"] ?? "", at, body);
  return (headers["webhook-signature"] ?? "").split(" ").includes(signature);
}

/** A loopback receiver that the services allow. */
export async function receiver(services: Services, answer: Answer = answering(204)): Promise<Receiver> {
  const made: Receiver = { url: "", place: "", hits: [], answer, close: async () => undefined };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const hit = {
        path: request.url ?? "",
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      };
      made.hits.push(hit);
      made.answer(request, response, hit);
    });
  });
  const port = await listen(server);
  made.place = `127.0.0.1:${port}`;
  made.url = `http://${made.place}/hook`;
  services.settings.webhookAllowHosts.push(made.place);
  made.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return made;
}

/** A separate worker. */
export const deliveryEngine = (
  services: Services,
  { leaseMs, ...options }: SendingOptions & EngineOptions = {},
) => new Engine(services, deliveryWork(services, options), leaseMs === undefined ? {} : { leaseMs });

/** Sends until nothing is due and nothing is in flight, then stops. */
export async function sendDue(
  services: Services,
  options: SendingOptions & { sending?: Partial<SenderOptions> } = {},
): Promise<void> {
  const { sending, ...rest } = options;
  const sender = createSender({ allowHosts: services.settings.webhookAllowHosts, ...sending });
  const engine = deliveryEngine(services, { sender, random: () => 0.5, ...rest });
  engine.wake();
  await engine.idle();
  await sender.close();
}

interface NewWebhook extends Partial<Pick<typeof webhooks.$inferInsert, "status" | "createdAt">> {
  url: string;
  events?: readonly EventType[];
  keyId?: string;
}

/** An active webhook without its test event. */
export async function makeWebhook(
  services: Services,
  owner: TestPerson,
  { url, events, keyId, ...more }: NewWebhook,
) {
  const id = newId();
  const { plain, ...secret } = newSecret(services, id);
  const at = services.clock();
  await services.db.insert(webhooks).values({
    workspaceId: owner.workspaceId,
    id,
    ownerId: owner.id,
    keyId: keyId ?? null,
    url,
    events: [...(events ?? eventTypes)],
    status: "active",
    ...secret,
    secretMadeAt: at,
    createdAt: at,
    updatedAt: at,
    ...more,
  });
  return { id, secret: plain, workspaceId: owner.workspaceId };
}

type TestWebhook = Awaited<ReturnType<typeof makeWebhook>>;

/** Deliveries with a body, due now. @returns their ids */
export async function makeDeliveries(
  { db, clock }: Services,
  webhook: Pick<TestWebhook, "id" | "workspaceId">,
  count: number,
  more: Partial<typeof webhookDeliveries.$inferInsert> = {},
): Promise<string[]> {
  const at = clock();
  const rows = Array.from({ length: count }, () => ({
    workspaceId: webhook.workspaceId,
    id: newId(),
    webhookId: webhook.id,
    messageId: newMessageId(),
    eventType: "leave.approved" as const,
    occurredAt: at,
    nextAttemptAt: at,
    createdAt: at,
    ...more,
  }));
  const bodies = rows.map(({ workspaceId, id: deliveryId }) => {
    const body = JSON.stringify({ nonce: randomBytes(6).toString("hex") });
    return { workspaceId, deliveryId, body };
  });
  // As events do: a worker never sees a delivery without its body.
  await db.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += 1000) {
      await tx.insert(webhookDeliveries).values(rows.slice(from, from + 1000));
      await tx.insert(webhookBodies).values(bodies.slice(from, from + 1000));
    }
  });
  return rows.map(({ id }) => id);
}

export async function webhookRow({ db }: Services, id: string) {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  if (!row) throw new Error("There is no such webhook");
  return row;
}

/** A webhook's deliveries, oldest first. */
export const deliveriesOf = ({ db }: Services, webhookId: string) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(asc(webhookDeliveries.id));

export const attemptsOf = ({ db }: Services, deliveryId: string) =>
  db
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.deliveryId, deliveryId)))
    .orderBy(asc(webhookAttempts.number));

/** The only delivery of a webhook. */
export async function onlyDelivery(services: Services, webhookId: string) {
  const [row, ...others] = await deliveriesOf(services, webhookId);
  if (!row || others.length > 0) throw new Error(`There are ${others.length + (row ? 1 : 0)} deliveries`);
  return row;
}
