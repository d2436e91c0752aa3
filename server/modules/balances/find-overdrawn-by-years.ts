import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import { type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { findChargesOfMany } from "./find-charges-of-many";
import { limits, missingFromToday, type Overdrawn } from "./find-overdrawn";
import { cutsOf } from "./policy";
import { horizonDays } from "./require-cover";
import { termsOf, yearSettingsOf } from "./terms";

type Policy = typeof leavePolicies.$inferSelect;

function groupOf(ctx: Ctx, worker: Worker, policy: Policy, to: Worker["location"]) {
  const settings = yearSettingsOf(worker);
  const settingsAfter = yearSettingsOf({ ...worker, location: to });
  const terms = termsOf(policy, ctx.actor.plan, worker.entitlements);
  const both: readonly YearSettings[] = [settings, settingsAfter];
  // Cut at the years of both: finer than either needs.
  const years = both
    .flatMap((each) => yearsUntil(each, worker.today + horizonDays))
    .sort((a, b) => a.start - b.start);
  const singlesFrom = Math.min(...both.map((each) => yearContaining(each, worker.today).start));
  const filter = { worker, leaveTypeId: policy.leaveTypeId, cuts: cutsOf(years, []), singlesFrom };
  return { worker, settings, settingsAfter, terms, filter };
}

/**
 * Whose booked or requested leave would not be covered any more, from today on, when their accounting years are other ones. Who is below
 * zero already is only named when it gets worse.
 * @param policies of the location where they work
 */
export async function findOverdrawnByYears(
  ctx: Ctx,
  workers: Iterable<Worker>,
  policies: readonly Policy[],
  to: Worker["location"],
): Promise<Overdrawn[]> {
  const limited = policies.filter(limits);
  const groups = [...workers].flatMap((worker) => limited.map((policy) => groupOf(ctx, worker, policy, to)));
  const charges = await findChargesOfMany(
    ctx,
    groups.map(({ filter }) => filter),
  );
  const worst = new Map<string, Overdrawn>();
  for (const [place, { worker, settings, settingsAfter, terms }] of groups.entries()) {
    const taken = charges[place] ?? [];
    const missing = missingFromToday(worker, settingsAfter, terms, taken);
    if (missing <= missingFromToday(worker, settings, terms, taken)) continue;
    if (missing > (worst.get(worker.id)?.missing ?? 0)) worst.set(worker.id, { worker, missing });
  }
  return [...worst.values()];
}
