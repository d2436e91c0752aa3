import { endStuckSessions } from "@/server/jobs/end-stuck-sessions";
import { type Job, jobs } from "@/server/jobs/list";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { queueStates } from "@/server/worker/due-work";
import type { QueueState } from "@/server/worker/queue-state";
import { carryOutDue } from "./operation-work";
import { deleteOldIdempotencyKeys, deleteOldOperations } from "./sweep";

/** All due jobs, most urgent first: ending stuck database sessions, accepted writes, the modules' scheduled jobs, then clean-up. */
export const dueJobs: readonly Job[] = [
  { name: "end-stuck-sessions", runsInOverload: true, run: endStuckSessions },
  { name: "operations", run: carryOutDue },
  ...jobs,
  { name: "idempotency-keys", everyMs: 10 * minute, run: deleteOldIdempotencyKeys },
  { name: "old-operations", everyMs: 10 * minute, run: deleteOldOperations },
];

/** The queue state of every kind of work, sorted by name. It stands here because a module that loads the jobs has loaded every kind. */
export const listQueues = async (services: Services): Promise<QueueState[]> =>
  (await queueStates(services)).sort((a, b) => a.kind.localeCompare(b.kind, "en"));
