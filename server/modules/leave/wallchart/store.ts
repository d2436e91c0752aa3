import { and, eq, type SQL, sql } from "drizzle-orm";
import { labels, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { givenReachOrSelf, givenWorkspace, selfAndReachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Sight, sightParams } from "@/server/access/sight";
import { holds } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { patternsText } from "@/server/modules/leave/calendars/read-patterns";

/** The filter for people within sight. */
export interface PeopleFilter {
  departments?: readonly string[] | undefined;
  locations?: readonly string[] | undefined;
  /** By id or name. */
  labels?: readonly { id: string | null; name: string }[] | undefined;
  /** A part of their names. */
  text?: string | undefined;
}

const { placeholder } = sql;

/** One letter for each optional condition of the statement. */
const conditions: Record<string, (reachKind: string) => SQL | undefined> = {
  d: () => isAnyOf(users.departmentId, placeholder("departments")),
  l: () => isAnyOf(users.locationId, placeholder("locations")),
  // Sight does not reveal a colleague's labels (decision 11.2), so the filter covers only people within reach.
  b: (reachKind) => and(hasLabel(), scoped(givenReachOrSelf(reachKind), users).within),
  a: () => isAnyOf(users.id, placeholder("among")),
  n: () => holds(users.searchName, placeholder("text")),
};

const hasLabel = () => sql`exists (select 1 from ${userLabels}
  join ${labels} on ${labels.workspaceId} = ${userLabels.workspaceId} and ${labels.id} = ${userLabels.labelId}
  where ${scoped(givenWorkspace, userLabels).within} and ${userLabels.userId} = ${users.id}
    and (${labels.id} = any(${placeholder("labelIds")}::uuid[]) or ${labels.name} = any(${placeholder("labelNames")}::text[])))`;

/** The patterns of all people, aggregated once for a statement; people without any are absent. Joined to `users` on `isTheirs`. */
export const patternsHeld = sql`(select pattern.user_id, ${patternsText} as patterns from ${workPatterns} pattern
  where pattern.workspace_id = ${placeholder("workspaceId")}::uuid group by pattern.user_id) as held`;
export const isTheirs = sql`held.user_id = ${users.id}`;
/** A person's patterns in the format of `Workplace`. */
export const heldPatterns = sql<string>`coalesce(held.patterns, '')`;

type Asked = PeopleFilter & { among?: readonly string[] | undefined };

/** The key of a statement's text: sight, reach, and the filters that are set. */
export const shapeOf = (
  ctx: Ctx,
  sight: Sight,
  { departments, locations, labels, among, text }: Asked,
): string =>
  `${sight.kind}:${ctx.reach.kind}:${departments ? "d" : ""}${locations ? "l" : ""}${labels ? "b" : ""}${among ? "a" : ""}${text ? "n" : ""}`;

/** Splits a shape into the parts that a query is built from. */
export function readShape(shape: string) {
  const [sightKind = "", reachKind = "", letters = ""] = shape.split(":");
  return { sightKind, isAsked: [...letters].map((letter) => conditions[letter]?.(reachKind)) };
}

/** Active people who match the filters of the shape. */
export const isAskedFor = (shape: string): SQL | undefined =>
  and(eq(users.status, "ACTIVE"), ...readShape(shape).isAsked);

/** Values for the placeholders of a statement of this shape. */
export const filterParams = (ctx: Ctx, sight: Sight, { labels, ...filter }: Asked) => ({
  ...selfAndReachParams(ctx),
  ...sightParams(sight),
  ...filter,
  labelIds: labels?.flatMap(({ id }) => id ?? []),
  labelNames: labels?.map(({ name }) => name),
});
