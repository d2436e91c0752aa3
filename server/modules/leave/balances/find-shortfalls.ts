import type { Ctx } from "@/server/access/ctx";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { CoverCase } from "./cover-case";
import { findChargesOfMany } from "./find-charges-of-many";
import { shortfall } from "./overdraft";
import type { Charge } from "./policy";

/**
 * The shortfall of each balance after a change, on its worst day, with one statement for all; 0 when all is covered. Other accounting years
 * have other days, so with them the worst days before and after are compared, not each day. The caller has locked the people, or only
 * previews.
 * @param cases null for a balance that may fall below zero
 */
export async function findShortfalls(ctx: Ctx, cases: readonly (CoverCase | null)[]): Promise<Thousandths[]> {
  const counted = cases.filter((one) => one !== null).filter(changes);
  const charges = await findChargesOfMany(
    ctx,
    counted.map(({ filter }) => filter),
  );
  const missing = new Map(counted.map((one, place) => [one, missingIn(one, charges[place] ?? [])]));
  return cases.map((one) => (one && missing.get(one)) ?? 0);
}

/** Whether a change makes any difference. Often every day of recounted leave keeps its count. */
const changes = ({ settings, terms, rulesBefore, before, after }: CoverCase): boolean =>
  rulesBefore?.terms !== terms ||
  rulesBefore.settings !== settings ||
  JSON.stringify(before) !== JSON.stringify(after);

function missingIn(one: CoverCase, others: readonly Charge[]): Thousandths {
  const { settings, terms, rulesBefore, from } = one;
  const before = [...others, ...one.before];
  const after = [...others, ...one.after];
  if (rulesBefore?.settings === settings)
    return shortfall(settings, terms, { before, after, from }, rulesBefore.terms);
  const missing = shortfall(settings, terms, { before: [], after, from });
  if (!rulesBefore) return missing;
  const missingBefore = shortfall(rulesBefore.settings, rulesBefore.terms, {
    before: [],
    after: before,
    from,
  });
  return missing > missingBefore ? missing : 0;
}
