import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type Cover, type CoverCase, coverCaseOf, type Policy } from "./cover-case";
import { findShortfalls } from "./find-shortfalls";

/** A new leave, or a changed one with the leave that it replaces. */
export interface CoverChange {
  leave: Cover;
  /** More new leave that is booked together with it. */
  together?: readonly Cover[];
  /** `cover` is null when the replaced leave had another type. */
  replaced: { id: string; cover: Cover | null } | null;
}

/** The check of a balance for a leave, or for a changed one in place of the replaced one; null when the balance may fall below zero. */
export function coverCaseOfLeave(
  ctx: Ctx,
  employee: Employee,
  policy: Policy,
  { leave, together = [], replaced }: CoverChange,
): CoverCase | null {
  const before = replaced?.cover ? [replaced.cover] : [];
  const after = [leave, ...together];
  const from = Math.min(...[...after, ...before].map(({ period }) => period.start));
  const change = {
    before,
    after,
    cutAfter: replaced ? leave.period.end : undefined,
    except: replaced?.id,
  };
  return coverCaseOf(ctx, { employee, policy, from, leave: change });
}

/** The shortfall of a leave on its worst day; 0 when all is covered, or need not be. */
export async function findShortfall(
  ctx: Ctx,
  employee: Employee,
  policy: Policy,
  change: CoverChange,
): Promise<Thousandths> {
  const [missing = 0] = await findShortfalls(ctx, [coverCaseOfLeave(ctx, employee, policy, change)]);
  return missing;
}
