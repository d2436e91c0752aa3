import { sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { readAs } from "@/server/kernel/database/row-reader";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { dayNumber, weekdayOf } from "@/server/kernel/time/calendar-date";
import type { WorkPattern } from "./working-days";

/** A stored pattern: minutes by weekday from Sunday, for each week. */
export interface StoredPattern {
  startsOn: string;
  cycleStart: string;
  minutes: number[][] | null;
}

export const patternOf = ({ startsOn, cycleStart, minutes }: StoredPattern): WorkPattern => ({
  from: dayNumber(startsOn),
  cycleStart: dayNumber(cycleStart),
  minutes: minutes && inOrder(minutes, weekdayOf(dayNumber(cycleStart))),
});

/** Day by day, from the weekday on which the cycle starts. */
const inOrder = (minutes: number[][], first: number): number[] =>
  Array.from(
    { length: 7 * (minutes[0]?.length ?? 0) },
    (_, place) => minutes[(first + place) % 7]?.[Math.floor(place / 7)] ?? 0,
  );

const none: readonly WorkPattern[] = [];
const known = new Map<string, readonly WorkPattern[]>();
const maxKnown = 2000;

/** Parses `patternsText`. Cached, because most people have no pattern and many share the same one. */
export function patternsOf(text: string): readonly WorkPattern[] {
  if (text === "") return none;
  const found = known.get(text);
  if (found) return found;
  const rows = JSON.parse(text) as [string, string, number[][] | null][];
  const patterns = rows.map(([startsOn, cycleStart, minutes]) =>
    patternOf({ startsOn, cycleStart, minutes }),
  );
  if (known.size >= maxKnown) known.clear();
  known.set(text, patterns);
  return patterns;
}

/** The patterns of the rows of `pattern`, earliest first, as one text that is equal for equal patterns; null without any. */
export const patternsText = sql<
  string | null
>`json_agg(json_build_array(pattern.starts_on, pattern.cycle_start, pattern.minutes) order by pattern.starts_on)::text`;

/**
 * A column of a query on `users`: a person's patterns. Needs the placeholder `workspaceId`. Written out, because a query on one table omits
 * table names.
 */
export const patterned = readAs(
  sql<readonly WorkPattern[]>`coalesce((select ${patternsText} from ${workPatterns} pattern
    where pattern.workspace_id = ${sql.placeholder("workspaceId")}::uuid and pattern.user_id = users.id), '')`,
  patternsOf,
);

const query = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { id: users.id, patterns: patterned })
    .where(isAnyOf(users.id, sql.placeholder("userIds")))
    .prepare("read_patterns"),
);

/** The patterns of people; people without one are absent. */
export async function readPatterns(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WorkPattern[]>> {
  const { workspaceId } = ctx.actor;
  const rows = await query(ctx.db).execute({ workspaceId, userIds: [...new Set(userIds)] });
  return new Map(rows.flatMap(({ id, patterns }) => (patterns.length > 0 ? [[id, patterns] as const] : [])));
}
