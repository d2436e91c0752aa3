import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { runDueJobs } from "@/server/jobs/run";
import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { statement } from "@/server/kernel/database/db";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import { setApi } from "@/server/kernel/http/request-facts";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import { keyring } from "@/server/oauth/keys/keyring";
import { dueJobs, listQueues } from "./due-jobs";

const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });

/** `/api/health`: the process is up (decision 1.9). */
const health = async (): Promise<Response> => reply(200, { status: "ok" });

/** Load balancers probe every few seconds, and count a missing response as a failure. */
const readyWithinMs = 2 * second;

const lastMigration = statement<{ at: number }>(
  sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
);
const answers = statement(sql`select 1`);

/** Every pool gives a connection, the schema is at least this release's, and tokens can be verified. */
async function checkReady(services: Services): Promise<void> {
  const [[schema]] = await Promise.all([
    lastMigration(services.db),
    answers(services.admission),
    keyring(services),
  ]);
  if (!schema || schema.at < newestMigration.at)
    throw new Error(`The database is not migrated to ${newestMigration.name}.`);
}

/** `/api/ready`: whether this process should receive requests. */
async function ready(services: Services): Promise<Response> {
  if (services.isEnding) return reply(503, { status: "ending" });
  try {
    await withTimeout(checkReady(services), readyWithinMs);
    return reply(200, { status: "ready" });
  } catch (error) {
    services.log.warn({ err: error }, "not ready");
    return reply(503, { status: "not ready" });
  }
}

function isOperatorCall(request: Request, services: Services): boolean {
  const given = request.headers.get("authorization") ?? "";
  return timingSafeEqual(sha256(given), sha256(`Bearer ${services.settings.cronSecret}`));
}

/** @throws every error but an unavailable database */
function unavailable(error: unknown): Response {
  if (!isDatabaseUnavailable(error)) throw error;
  return reply(503, { error: "unavailable" });
}

const forOperator =
  (answer: (services: Services) => Promise<object>) =>
  async (request: Request, services: Services): Promise<Response> =>
    isOperatorCall(request, services)
      ? answer(services).then((body) => reply(200, body), unavailable)
      : reply(401, { error: "unauthorized" }, { "www-authenticate": "Bearer" });

/** `/api/cron`: runs the due jobs. Safe to call concurrently from many places. */
const cron = forOperator(async (services) => ({ jobs: await runDueJobs(services, dueJobs) }));

/** `/api/queues`: the state of each kind's queue, for a monitor. */
const queues = forOperator(async (services) => ({ queues: await listQueues(services) }));

const probes: Record<
  string,
  { methods: string[]; handle(request: Request, services: Services): Promise<Response> }
> = {
  "/api/health": { methods: ["GET", "HEAD"], handle: health },
  "/api/ready": { methods: ["GET", "HEAD"], handle: (_request, services) => ready(services) },
  "/api/cron": { methods: ["GET", "POST"], handle: cron },
  "/api/queues": { methods: ["GET", "HEAD"], handle: queues },
};

/** Answers the operator's paths, on any host; null for every other path. */
export function handleProbe(request: Request, path: string, services: Services): Promise<Response> | null {
  const probe = probes[path];
  if (!probe) return null;
  if (!probe.methods.includes(request.method))
    return Promise.resolve(reply(405, { error: "method_not_allowed" }, { allow: probe.methods.join(", ") }));
  return probe.handle(setApi(request, "operator", path), services);
}
