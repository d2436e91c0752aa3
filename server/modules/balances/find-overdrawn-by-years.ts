import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import type { Overdrawn } from "./find-overdrawn";
import { findOverdrawnByRules } from "./find-overdrawn-by-rules";

type Policy = typeof leavePolicies.$inferSelect;

/**
 * Whose booked or requested leave would not be covered any more, from today on, when their accounting years are other ones. Who is below
 * zero already is only named when it gets worse.
 * @param policies of the location where they work
 */
export const findOverdrawnByYears = (
  ctx: Ctx,
  workers: Iterable<Worker>,
  policies: readonly Policy[],
  to: Worker["location"],
): Promise<Overdrawn[]> =>
  findOverdrawnByRules(
    ctx,
    [...workers].flatMap((worker) =>
      policies.map((policy) => ({ worker, before: policy, after: policy, location: to })),
    ),
  );
