import { endStuckSessions } from "@/server/jobs/end-stuck-sessions";
import { type Job, jobs } from "@/server/jobs/list";
import { minute } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { queueStates } from "@/server/worker/due-work";
import type { QueueState } from "@/server/worker/queue-state";
import { carryOutDue } from "./operation-work";
import { deleteOldIdempotencyKeys, deleteOldOperations } from "./sweep";

/** Everything that is due, most urgent first: what all may wait for, writes that wait, what the modules do by the clock, then tidying up. */
export const dueJobs: readonly Job[] = [
  { name: "end-stuck-sessions", runsInOverload: true, run: endStuckSessions },
  { name: "operations", run: carryOutDue },
  ...jobs,
  { name: "idempotency-keys", everyMs: 10 * minute, run: deleteOldIdempotencyKeys },
  { name: "old-operations", everyMs: 10 * minute, run: deleteOldOperations },
];

/** What is due of every kind of work, by the kinds' names. It stands here because whoever loads the jobs has loaded every kind. */
export const listQueues = async (services: Services): Promise<QueueState[]> =>
  (await queueStates(services)).sort((a, b) => a.kind.localeCompare(b.kind, "en"));
