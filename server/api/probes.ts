import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { runDueJobs } from "@/server/jobs/run";
import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { statement } from "@/server/kernel/database/db";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import { keyring } from "@/server/oauth/keys/keyring";
import type { ParsedRequest } from "@/server/transport/parsed-request";
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

/** An operator's path, which any host serves. */
interface Probe {
  path: string;
  methods: readonly string[];
  answer(request: Request, services: Services): Promise<Response>;
}

export const probes: readonly Probe[] = [
  { path: "/api/health", methods: ["GET", "HEAD"], answer: health },
  { path: "/api/ready", methods: ["GET", "HEAD"], answer: (_request, services) => ready(services) },
  { path: "/api/cron", methods: ["GET", "POST"], answer: cron },
  { path: "/api/queues", methods: ["GET", "HEAD"], answer: queues },
];

/** The handler of a probe: 405 to other methods. */
export const handleProbe =
  ({ methods, answer }: Probe) =>
  async ({ request, method }: ParsedRequest, services: Services): Promise<Response> =>
    methods.includes(method)
      ? answer(request, services)
      : reply(405, { error: "method_not_allowed" }, { allow: methods.join(", ") });
