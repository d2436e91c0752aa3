import { asc, sql } from "drizzle-orm";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { readColumns } from "@/server/kernel/database/row-reader";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { findStretches } from "@/server/modules/leave/absences/find-stretches";
import {
  type Absence,
  type Away,
  absenceTime,
  absenceType,
  seeAbsence,
} from "@/server/modules/leave/absences/see-absence";
import { inEffectOfPeople, touchesInHalves } from "@/server/modules/leave/calendars/away";
import { ownerField } from "@/server/modules/leave/requests/see";
import { languageParam } from "@/server/modules/leave/type-names/name-in";
import type { Span } from "./read-away";

const { placeholder } = sql;

const near = touchesInHalves(sql`${placeholder("from")}::date`, sql`${placeholder("until")}::date`);

const query = preparedBy((db, shape) => {
  const ofTypes = shape === "types" ? isAnyOf(leaves.leaveTypeId, placeholder("leaveTypes")) : undefined;
  return db
    .select({
      ...readColumns({ userId: leaves.userId, leaveId: leaves.id, status: leaves.status }),
      time: readColumns(absenceTime),
      type: readColumns(absenceType),
      ...readColumns({ interrupts: leaveTypes.interrupts, interruptible: leaveTypes.interruptible }),
      owner: ownerField(),
    })
    .from(sql`${inEffectOfPeople(placeholder("people"), near, ofTypes)}
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
