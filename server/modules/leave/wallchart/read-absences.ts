import { and, asc, is, SQL, sql } from "drizzle-orm";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { readAs } from "@/server/kernel/database/row-reader";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { findStretches } from "@/server/modules/leave/absences/find-stretches";
import {
  type Absence,
  type Away,
  absenceTime,
  absenceType,
  seeAbsence,
} from "@/server/modules/leave/absences/see-absence";
import { touchesInHalves } from "@/server/modules/leave/calendars/away";
import { ownerField } from "@/server/modules/leave/requests/see";
import { languageParam } from "@/server/modules/leave/type-names/name-in";
import type { Span } from "./read-away";

const { placeholder } = sql;

const ofPeople = (byType: boolean, when: SQL) =>
  sql`(select ${leaves}.* from ${leaves} where ${and(
    scoped(givenWorkspace, leaves).within,
    isAnyOf(leaves.userId, placeholder("people")),
    isInEffect(leaves.status),
    byType ? isAnyOf(leaves.leaveTypeId, placeholder("leaveTypes")) : undefined,
    when,
  )})`;

const [begins, lasts] = touchesInHalves(
  sql`${placeholder("from")}::date`,
  sql`${placeholder("until")}::date`,
);

/**
 * The query builder takes columns only from a table, so they are passed as expressions that decode the same way. Columns inside another
 * expression keep their table's name.
 */
const found = <C extends object>(columns: C): C =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      is(column, SQL) ? column : readAs(sql`${sql`${column}`}`, column),
    ]),
  ) as C;

const query = preparedBy((db, shape) => {
  const byType = shape === "types";
  return db
    .select({
      ...found({ userId: leaves.userId, leaveId: leaves.id, status: leaves.status }),
      time: found(absenceTime),
      type: found(absenceType),
      ...found({ interrupts: leaveTypes.interrupts, interruptible: leaveTypes.interruptible }),
      owner: ownerField(),
    })
    .from(sql`(${ofPeople(byType, begins)} union all ${ofPeople(byType, lasts)}) as ${leaves}
      join ${leaveTypes} on ${scoped(givenWorkspace, leaveTypes).within} and ${leaveTypes.id} = ${leaves.leaveTypeId}`)
    .orderBy(asc(leaves.startDate), asc(leaves.id))
    .prepare(`wallchart_absences_${shape}`);
});

/**
 * The open and approved leave of people who are known to be within sight, by person. A filter by type finds only leave whose type the
 * caller may see.
 */
export async function readAbsences(
  ctx: Ctx,
  people: readonly Away[],
  { startDate, endDate, leaveTypes: types }: Span & { leaveTypes?: readonly string[] | undefined },
): Promise<ReadonlyMap<string, Absence[]>> {
  const byPerson = new Map(people.map((user) => [user.id, { user, leave: [] as Row[] }]));
  if (people.length > 0) {
    const rows = await query(ctx.db, types ? "types" : "").execute({
      workspaceId: ctx.actor.workspaceId,
      ...languageParam(ctx),
      people: [...byPerson.keys()],
      from: startDate,
      until: endDate,
      leaveTypes: types,
    });
    for (const row of rows) byPerson.get(row.userId)?.leave.push(row);
  }
  return new Map(
    [...byPerson].map(([id, { user, leave }]) => {
      const absences = findStretches(leave).map(({ leave: { userId: _, ...row }, ...days }) =>
        seeAbsence(ctx, { user, ...row, time: { ...row.time, ...days } }),
      );
      return [id, types ? absences.filter(({ type }) => type) : absences];
    }),
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];
