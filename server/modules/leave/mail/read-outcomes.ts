import { eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { type EndHours, readEndHours } from "@/server/modules/leave/calendars/read-end-hours";
import { readHours } from "@/server/modules/leave/calendars/read-hours";
import { findReturned, type Returned } from "@/server/modules/leave/requests/settle-interruptions";
import { findMarks, type RuleMark } from "@/server/modules/leave/rules/find-marks";
import { typeNames } from "@/server/modules/leave/type-names/name-in";
import { findNames } from "@/server/modules/people/people/find-names";
import type { Notice } from "./claim";
import { findRecipients, type Recipient } from "./find-recipients";

const query = preparedBy((db) =>
  scoped(givenWorkspace, leaves)
    .select(db, {
      leave: leaves,
      type: typeNames,
      isPrivate: leaveTypes.isPrivate,
      calendarStatus: leaveTypes.calendarStatus,
      timezone: locations.timezone,
      interrupts: leaveTypes.interrupts,
      counts: keptCountsField,
      unit: leaveTypes.unit,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .innerJoin(locations, eq(locations.id, leaves.locationId))
    .where(isAnyOf(leaves.id, sql.placeholder("leaveIds")))
    .prepare("leave_mail_outcomes"),
);

type Found = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];

/** A leave, and the names of its type. */
export type OutcomeLeave = Found & {
  /** The hours of its first and last day, where it takes a half of one. */
  ends: EndHours | undefined;
  /** Null where its type is shown in days. */
  hours: number | null;
  /** The days of other leave that it gives back. */
  returned: readonly Returned[];
};

/** The data of mails to leave owners, by id. */
export interface Outcomes {
  leaves: ReadonlyMap<string, OutcomeLeave>;
  recipients: ReadonlyMap<string, Recipient>;
  /** Names of the acting users, and of the approvers they stood in for. */
  names: ReadonlyMap<string, string>;
  /** By leave, the rules that it breaks. */
  marks: ReadonlyMap<string, readonly RuleMark[]>;
}

const isKnown = (id: string | null): id is string => id !== null;

/** Reads the data for mails to leave owners, for many notices of a workspace at once. */
export async function readOutcomes(ctx: Ctx, notices: readonly Notice[]): Promise<Outcomes> {
  if (notices.length === 0)
    return { leaves: new Map(), recipients: new Map(), names: new Map(), marks: new Map() };
  const leaveIds = [...new Set(notices.map(({ leaveId }) => leaveId))];
  const found = await query(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, leaveIds });
  const ends = await readEndHours(
    ctx,
    found.map(({ leave }) => leave),
  );
  const hours = await readHours(
    ctx,
    found.map(({ leave: { id, userId, locationId }, unit, counts }) => ({
      ...{ id, userId, locationId },
      hourCounts: unit === "HOURS" ? counts : null,
    })),
  );
  const owners = found.map(({ leave }) => leave.userId);
  const represented = found.map(({ leave }) => leave.standsInForId);
  const acting = notices.map(({ actingUserId }) => actingUserId);
  return {
    leaves: new Map(
      await Promise.all(
        found.map(async (one) => {
          const returned = await returnedBy(ctx, one);
          const { id } = one.leave;
          return [id, { ...one, ends: ends.get(id), hours: hours.get(id) ?? null, returned }] as const;
        }),
      ),
    ),
    recipients: await findRecipients(ctx, [...new Set(owners)]),
    names: await findNames(ctx, [...acting, ...represented].filter(isKnown)),
    marks: groupBy(await findMarks(ctx, leaveIds), ({ leaveId }) => leaveId),
  };
}

async function returnedBy(ctx: Ctx, { leave, interrupts }: Found): Promise<Returned[]> {
  const owner = interrupts && leave.status === "APPROVED" ? await readEmployee(ctx, leave.userId) : null;
  return owner ? findReturned(ctx, owner, leave) : [];
}
