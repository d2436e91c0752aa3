import type { Ctx } from "@/server/access/ctx";
import { lockEmployees, readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { isWritable } from "@/server/modules/leave/requests/standing";
import { findNames } from "@/server/modules/people/people/find-names";
import { findPatternEffects, type PatternEffect } from "./find-pattern-effects";
import { maxPatterns } from "./policy";
import type { PatternFault, WorkPatternCreate } from "./schema";
import { mayChange, storedBy } from "./store";
import type { WantedChange } from "./write-patterns";

/** The outcome for one of many people, actual or previewed. */
export interface PatternOutcome {
  id: string;
  /** Null for a person the caller cannot see. */
  name: string | null;
  status: "changed" | "unchanged" | "failed";
  /** The reason of a failure. */
  code: PatternFault | null;
  /** The number of their leaves whose count changes. */
  recountedLeaveCount: number;
  /** The days of leave that would not be covered. */
  missing: number | null;
}

export interface JudgedPatterns {
  /** In the order of the ids. */
  outcomes: PatternOutcome[];
  /** For the people whose patterns change. */
  changes: WantedChange[];
}

/**
 * The effect of one pattern on each of many people, by the rules for setting it for one.
 * @param userIds without duplicates
 * @param lock locks the people and their leave until the transaction ends
 */
export async function judgePatterns(
  ctx: Ctx,
  userIds: readonly string[],
  input: WorkPatternCreate,
  lock: "lock" | "",
): Promise<JudgedPatterns> {
  const found = await (lock ? lockEmployees : readEmployees)(ctx, userIds);
  const seen = [...found.values()].filter((employee) => isWritable(ctx, employee));
  const [stored, names] = await Promise.all([
    storedBy(ctx, input),
    findNames(
      ctx,
      seen.map(({ id }) => id),
    ),
  ]);
  const asked = seen
    .filter((employee) => mayChange(ctx, employee))
    .map((employee) => ({ employee, change: { add: stored(employee) } }));
  const effects = await findPatternEffects(ctx, asked, lock);
  const wanted = effects.map((effect, at) => ({ effect, add: asked[at]?.change.add ?? null }));
  const byPerson = new Map(wanted.map((one) => [one.effect.employee.id, one]));
  const outcomes = userIds.map((id) => ({
    id,
    name: names.get(id) ?? null,
    ...outcomeOf(byPerson.get(id), names.has(id)),
  }));
  const changed = new Set(outcomes.flatMap(({ id, status }) => (status === "changed" ? [id] : [])));
  return { outcomes, changes: wanted.filter(({ effect }) => changed.has(effect.employee.id)) };
}

function outcomeOf(wanted: WantedChange | undefined, isSeen: boolean): Omit<PatternOutcome, "id" | "name"> {
  const refused = (code: PatternFault, missing: number | null = null) =>
    ({ status: "failed", code, recountedLeaveCount: 0, missing }) as const;
  if (!wanted) return refused(isSeen ? "NOT_MANAGED" : "NOT_FOUND");
  const { count, uncovered, recounts } = wanted.effect;
  if (count > maxPatterns) return refused("TOO_MANY_PATTERNS");
  if (uncovered.length > 0) return refused("LEAVE_NEGATIVE_BALANCE", missingOf(uncovered));
  if (isAsItIs(wanted)) return { status: "unchanged", code: null, recountedLeaveCount: 0, missing: null };
  return { status: "changed", code: null, recountedLeaveCount: recounts.length, missing: null };
}

const missingOf = (uncovered: PatternEffect["uncovered"]): number =>
  toDays(uncovered.reduce((sum, one) => sum + one.missing, 0));

function isAsItIs({ effect: { gone }, add }: WantedChange): boolean {
  const [before] = gone;
  return (
    before !== undefined &&
    before.cycleStart === add?.cycleStart &&
    JSON.stringify(before.minutes) === JSON.stringify(add.minutes)
  );
}
