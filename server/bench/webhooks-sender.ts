import "@/server/jobs/subscriptions";
import { setTimeout as delay } from "node:timers/promises";
import { eq, isNull } from "drizzle-orm";
import { Pool } from "undici";
import { events } from "@/drizzle/schema/events";
import { webhookBodies, webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { ctxFor, inTransaction } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { onWake } from "@/server/kernel/database/wake";
import { loadSettings } from "@/server/kernel/env";
import { createServices } from "@/server/kernel/services";
import { recordEvent } from "@/server/modules/integrations/events/record";
import { deliveryWork } from "@/server/modules/integrations/webhooks/delivery-work";
import { deliveriesWake } from "@/server/modules/integrations/webhooks/fan-out";
import { signingSecrets } from "@/server/modules/integrations/webhooks/secret";
import { signatureHeaders } from "@/server/modules/integrations/webhooks/sign";
import { Engine } from "@/server/worker/engine";
import { leaveEvents } from "./webhooks-data";
import { answerQuestions, machineMs } from "./webhooks-process";

// Sends deliveries: with the engine, or with a bare undici loop that signs and posts the stored bodies.

export type SenderQuestion =
  /** Sends due deliveries until none is left. @returns Spent */
  | { type: "engine" }
  /** Posts the body of every event once. @returns Spent */
  | { type: "bare"; concurrency: number }
  /** Starts sending. @returns the instant */
  | { type: "start" }
  | { type: "stop" }
  /** Commits events of the workspace at a steady rate, and sends. @returns each event's webhook-id with the instant of its commit */
  | { type: "events"; workspaceId: string; count: number; perSecond: number };

const services = createServices(loadSettings(process.env), { leanMount: true });
let engine = new Engine(services, deliveryWork(services));
onWake(deliveriesWake, () => engine.wake());

async function bare(concurrency: number): Promise<Spent> {
  const rows = await services.db
    .select({ messageId: webhookDeliveries.messageId, body: webhookBodies.body, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .innerJoin(webhookBodies, eq(webhookBodies.deliveryId, webhookDeliveries.id))
    .where(isNull(webhookDeliveries.redeliveryOf));
  const jobs = rows.map(({ messageId, body, webhook }) => ({
    url: new URL(webhook.url),
    messageId,
    body,
    secrets: signingSecrets(services, webhook),
  }));
  const [first] = jobs;
  if (!first) throw new Error("There is nothing to post");
  const pool = new Pool(first.url.origin, { connections: null, pipelining: 1 });
  const work = async (): Promise<void> => {
    for (let job = jobs.pop(); job; job = jobs.pop()) {
      const headers = { ...signatureHeaders({ ...job, at: new Date() }), "content-type": "application/json" };
      const answer = await pool.request({ method: "POST", path: job.url.pathname, headers, body: job.body });
      await answer.body.arrayBuffer();
    }
  };
  const spent = await measured(() => Promise.all(Array.from({ length: concurrency }, work)));
  await pool.close();
  return spent;
}

/** The duration of a run, and its cost to this process. */
export interface Spent {
  ms: number;
  cpuMs: number;
}

async function measured(run: () => Promise<unknown>): Promise<Spent> {
  const [start, cpu] = [machineMs(), process.cpuUsage()];
  await run();
  const ms = machineMs() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

function sendAll(): Promise<Spent> {
  return measured(() => {
    engine.wake();
    return engine.idle();
  });
}

async function commitEvents({ workspaceId, count, perSecond }: Extract<SenderQuestion, { type: "events" }>) {
  const ctx = ctxFor(services, jobActor(workspaceId, "COMPLETE"), "bench");
  const happened = await leaveEvents(services, workspaceId, count);
  const committedAt = new Map<string, number>();
  const start = machineMs();
  await Promise.all(
    happened.map(async (event, turn) => {
      await delay(start + (turn * 1000) / perSecond - machineMs());
      await inTransaction(ctx, async (tx) => {
        // Before the engine is notified.
        tx.afterCommit?.push(() => void committedAt.set(event.data.leaveId, machineMs()));
        await recordEvent(tx, event);
      });
    }),
  );
  await engine.idle();
  const rows = await services.db.select({ messageId: events.messageId, data: events.data }).from(events);
  return rows.map(({ messageId, data }) => [messageId, "leaveId" in data && committedAt.get(data.leaveId)]);
}

answerQuestions<SenderQuestion>(async (question) => {
  switch (question.type) {
    case "engine":
      return sendAll();
    case "bare":
      return bare(question.concurrency);
    case "start":
      engine.wake();
      return machineMs();
    case "stop":
      await engine.stop(0);
      engine = new Engine(services, deliveryWork(services));
      return null;
    case "events":
      return commitEvents(question);
  }
});
