import { and, asc, isNull, sql } from "drizzle-orm";
import { type BookedDays, companyLeavePeople } from "@/drizzle/schema/company-leaves";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx, InWorkspace } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { insertManyInto, statement } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { lockEmployees } from "@/server/modules/leave/calendars/read-employee";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { recordLeaveChanges } from "@/server/modules/leave/requests/record-change";
import { newRow } from "@/server/modules/leave/requests/request";
import { judgePeople, type Part, type Verdict } from "./judge-people";
import {
  type CompanyLeaveRow,
  contextOf,
  countPeople,
  lockCompanyLeave,
  noCounts,
  ofCompanyLeave,
  readState,
  updateRow,
} from "./store";

/** People of one step: some fifty milliseconds of work, so that no one waits long for a person's row. */
const together = 48;

/**
 * Books the leave of the next people of a company leave, in the open transaction.
 * @returns progress in people; the company leave once there are none left, or once an undo has begun
 * @throws ApiError CONFLICT without such a company leave
 */
export async function resumeBooking(tx: InWorkspace, id: string) {
  const row = await lockCompanyLeave(tx, id);
  if (!row) throw new ApiError("CONFLICT");
  if (row.status !== "BOOKING") return { result: await readState(tx, row) };
  const ids = await findPending(tx, id);
  const ctx = await contextOf(tx, row);
  if (ids.length === 0) {
    const ended = { status: "BOOKED", updatedAt: ctx.now() } as const;
    await updateRow(tx, id, ended);
    return { result: await readState(tx, { ...row, ...ended }) };
  }
  const employees = await lockEmployees(ctx, ids);
  const verdicts = await judgePeople(ctx, row, [...employees.values()]);
  await book(ctx, row, verdicts);
  const { outcomes, pending } = (await countPeople(tx, [id])).get(id) ?? noCounts();
  const done = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return { progress: { done, total: done + pending } };
}

async function findPending(tx: InWorkspace, id: string): Promise<string[]> {
  const rows = await scoped(workspaceOf(tx), companyLeavePeople)
    .select(tx.db, { userId: companyLeavePeople.userId })
    .where(and(ofCompanyLeave(id), isNull(companyLeavePeople.outcome)))
    .orderBy(asc(companyLeavePeople.userId))
    .limit(together);
  return rows.map(({ userId }) => userId);
}

const insert = insertManyInto(leaves);

/** Writes the leave of some people, with audit lines and events, and what became of each. */
async function book(ctx: Ctx, row: CompanyLeaveRow, verdicts: readonly Verdict[]): Promise<void> {
  const rows = verdicts.flatMap((verdict) =>
    verdict.parts.map((part) => ({ verdict, leave: rowOf(ctx, row, verdict, part) })),
  );
  const changes = rows.map(({ leave }) => {
    const {
      workspaceId: _w,
      dayCounts: _c,
      countMode: _m,
      openedAt: _o,
      remindedOn: _r,
      unattendedAt: _u,
      ...after
    } = leave;
    return { action: "leave.book", before: null, after, events: ["leave.approved"] } as const;
  });
  // Sent together to save round trips.
  await Promise.all([
    insert(
      ctx.db,
      rows.map(({ leave }) => leave),
    ),
    recordLeaveChanges(ctx, changes),
    settle(
      ctx,
      row.id,
      verdicts.map((verdict) => ({
        ...outcomeOf(verdict),
        booked: rows.filter((one) => one.verdict === verdict).map(({ leave }) => bookedOf(leave)),
      })),
    ),
  ]);
}

const bookedOf = ({ id, startDate, endDate, startPart, endPart }: ReturnType<typeof rowOf>): BookedDays => ({
  ...{ leaveId: id, startDate, endDate, startPart, endPart },
});

/** A company's own act needs no approval, and is the company's for everyone, also for the user who started it. */
const rowOf = (ctx: Ctx, { id }: CompanyLeaveRow, { employee }: Verdict, { wanted, plan }: Part) => ({
  ...newRow(ctx, employee, wanted, { ...plan, approvalRequired: false }),
  approverId: ctx.actor.userId,
  companyLeaveId: id,
});

const outcomeOf = ({ employee, outcome, obstacle, missing, away }: Verdict) => ({
  userId: employee.id,
  outcome,
  obstacle,
  missing: missing > 0 ? toDays(missing) : null,
  away: away.map(({ startDate, endDate }) => ({ startDate, endDate })),
});

const { placeholder } = sql;
const write = statement<{ userId: string }>(sql`
  update ${companyLeavePeople} p set outcome = given.outcome, obstacle = given.obstacle, missing = given.missing,
    booked = given.booked, away = given.away
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given("userId" uuid, outcome text, obstacle text, missing numeric,
    booked jsonb, away jsonb)
  where p.workspace_id = ${placeholder("workspaceId")}::uuid and p.company_leave_id = ${placeholder("companyLeaveId")}::uuid
    and p.user_id = given."userId" and p.outcome is null
  returning p.user_id as "userId"`);

/** @throws Error when another step has booked one of them, which rolls this one back */
async function settle(ctx: Ctx, companyLeaveId: string, rows: readonly { userId: string }[]): Promise<void> {
  const { workspaceId } = ctx.actor;
  const settled = await write(ctx.db, { workspaceId, companyLeaveId, rows: JSON.stringify(rows) });
  if (settled.length !== rows.length)
    throw new Error("Someone of a company leave was booked by another step");
}
