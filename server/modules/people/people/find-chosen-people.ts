import { and, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { hasLabel } from "./store";

/** Selects people by where they belong now; an unset field does not filter. */
export interface PeopleChoice {
  userId?: string | undefined;
  locations?: readonly string[] | undefined;
  departments?: readonly string[] | undefined;
  /** By id or name. */
  labels?: readonly { id: string | null; name: string }[] | undefined;
}

const { placeholder } = sql;

/**
 * Whether a person matches the places and labels of a choice, in any combination: one statement text for all. Run it with `chosenParams`.
 */
export const isChosen = and(
  sql`(${placeholder("locations")}::uuid[] is null or ${isAnyOf(users.locationId, placeholder("locations"))})`,
  sql`(${placeholder("departments")}::uuid[] is null or ${isAnyOf(users.departmentId, placeholder("departments"))})`,
  sql`(${placeholder("labelNames")}::text[] is null or ${hasLabel()})`,
);

/** Values for the placeholders of `isChosen`. */
export const chosenParams = ({ locations, departments, labels }: PeopleChoice) => ({
  locations,
  departments,
  labelIds: labels?.flatMap(({ id }) => id ?? []),
  labelNames: labels?.map(({ name }) => name),
});

const query = preparedBy((db, shape) => {
  const [kind = "", one] = shape.split(":");
  return scoped(givenReach(kind), users)
    .select(db, { id: users.id })
    .where(and(one ? eq(users.id, placeholder("userId")) : undefined, isChosen))
    .limit(placeholder("rows"))
    .prepare(`find_chosen_people_${shape}`);
});

/** Ids of the people within reach that match a choice, unordered; at most `rows`. */
export async function findChosenPeople(ctx: Ctx, choice: PeopleChoice, rows: number): Promise<string[]> {
  const { userId } = choice;
  const found = await query(ctx.db, `${ctx.reach.kind}:${userId ? "1" : ""}`).execute({
    ...reachParams(ctx.reach),
    ...chosenParams(choice),
    userId,
    rows,
  });
  return found.map(({ id }) => id);
}
