import { type Job, jobs } from "@/server/jobs/list";
import { minute } from "@/server/kernel/clock";
import { carryOutDue } from "./due-operations";
import { deleteOldIdempotencyKeys, deleteOldOperations } from "./sweep";

/** Everything that is due, most urgent first: writes that wait, what the modules do by the clock, then tidying up. */
export const dueJobs: readonly Job[] = [
  { name: "operations", run: carryOutDue },
  ...jobs,
  { name: "idempotency-keys", everyMs: 10 * minute, run: deleteOldIdempotencyKeys },
  { name: "old-operations", everyMs: 10 * minute, run: deleteOldOperations },
];
