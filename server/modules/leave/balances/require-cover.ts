import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { dayText } from "@/server/kernel/time/calendar-date";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { type Thousandths, toDays } from "@/server/modules/leave/calendars/working-days";
import { type Cover, coverCaseOf, type Policy } from "./cover-case";
import { findShortfalls } from "./find-shortfalls";

/** A new leave, or a changed one with the leave that it replaces. */
export interface CoverChange {
  leave: Cover;
  /** `cover` is null when the replaced leave had another type. */
  replaced: { id: string; cover: Cover | null } | null;
}

/**
 * Requires enough balance for a leave, or for a changed one in place of the replaced one. The caller has locked the person, so what is
 * counted here cannot change before the leave is written.
 * @throws ApiError LEAVE_NEGATIVE_BALANCE
 */
export async function requireCover(
  ctx: Ctx,
  employee: Employee,
  policy: Policy,
  change: CoverChange,
): Promise<void> {
  const missing = await findShortfall(ctx, employee, policy, change);
  if (missing === 0) return;
  const { start, end } = change.leave.period;
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    description: `There isn't enough balance for leave from ${dayText(start)} to ${dayText(end)}.`,
    details: { missing: toDays(missing) },
  });
}

/** The shortfall of a leave on its worst day; 0 when all is covered, or need not be. */
export async function findShortfall(
  ctx: Ctx,
  employee: Employee,
  policy: Policy,
  { leave, replaced }: CoverChange,
): Promise<Thousandths> {
  const before = replaced?.cover ? [replaced.cover] : [];
  const from = Math.min(...[leave, ...before].map(({ period }) => period.start));
  const change = {
    before,
    after: [leave],
    cutAfter: replaced ? leave.period.end : undefined,
    except: replaced?.id,
  };
  const [missing = 0] = await findShortfalls(ctx, [
    coverCaseOf(ctx, { employee, policy, from, leave: change }),
  ]);
  return missing;
}
