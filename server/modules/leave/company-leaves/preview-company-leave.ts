import { setImmediate as nextTurn } from "node:timers/promises";
import type { CompanyLeaveOutcome } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { checkedParts } from "@/server/kernel/time/day-parts";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { findNames } from "@/server/modules/people/people/find-names";
import { checkCompanyLeave } from "./check-company-leave";
import { findTargets } from "./find-targets";
import { judgePeople, type Verdict } from "./judge-people";
import type { CompanyLeavePreviewRequest } from "./schema";
import { type Counts, noCounts } from "./store";

/** People judged together. */
const together = 500;

/** What a company leave would do. */
export interface CompanyLeavePreview {
  userCount: number;
  counts: Counts["outcomes"];
  /** A page of the people, by name. */
  people: (Verdict & { name: string })[];
}

const none: CompanyLeaveOutcome[] = [];

/**
 * Previews a company leave by the rules that book it, without a lock.
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR
 */
export async function previewCompanyLeave(
  ctx: Ctx,
  { outcome = none, limit, offset, ...input }: CompanyLeavePreviewRequest,
): Promise<CompanyLeavePreview> {
  const wanted = { ...input, ...checkedParts(input) };
  await checkCompanyLeave(ctx, wanted);
  const within = { db: ctx.db, workspaceId: ctx.actor.workspaceId };
  const ids = await findTargets(within, wanted);
  const counts = noCounts().outcomes;
  const shown: Verdict[] = [];
  for (let start = 0; start < ids.length; start += together) {
    const employees = await readEmployees(ctx, ids.slice(start, start + together));
    for (const verdict of await judgePeople(ctx, wanted, [...employees.values()])) {
      counts[verdict.outcome] += 1;
      if (outcome.length === 0 || outcome.includes(verdict.outcome)) shown.push(verdict);
    }
    await nextTurn();
  }
  const page = limit === 0 ? [] : await named(ctx, shown, { limit, offset });
  return { userCount: ids.length, counts, people: page };
}

async function named(
  ctx: Ctx,
  verdicts: readonly Verdict[],
  { limit, offset }: { limit: number; offset: number },
) {
  const names = await findNames(
    ctx,
    verdicts.map(({ employee }) => employee.id),
  );
  return verdicts
    .map((verdict) => ({ ...verdict, name: names.get(verdict.employee.id) ?? "" }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.employee.id < b.employee.id ? -1 : 1))
    .slice(offset, offset + limit);
}
