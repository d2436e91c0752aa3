import { credits } from "@/drizzle/schema/credits";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Policy } from "@/server/modules/leave/balances/cover-case";
import { readPolicy } from "@/server/modules/leave/balances/read-policy";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { requireOpenDays } from "@/server/modules/leave/calendars/require-open-days";
import { notTheirs, requirePossible, startFaults } from "@/server/modules/leave/entitlements/adjust-balance";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { findTaker } from "@/server/modules/leave/requests/request";
import { isManager, isOwn } from "@/server/modules/leave/requests/standing";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { daysOfHours, expiryOf } from "./policy";
import type { CreditCreate } from "./schema";
import { loadCredit, type SeenCredit } from "./store";
import { writeRequestMails } from "./write-request-mails";

/**
 * Grants a person a credit, or asks for one for oneself, which then waits for a decision (decision 16.19). Locks the person's row.
 * @throws ApiError VALIDATION_ERROR, FORBIDDEN, PERIOD_CLOSED
 */
export function createCredit(ctx: Ctx, input: CreditCreate): Promise<SeenCredit> {
  return inTransaction(ctx, async (tx) => {
    const { leaveTypeId, earnedOn, source = "TIME_IN_LIEU" } = input;
    const employee = await findTaker(tx, { userId: input.userId, leaveTypeId }, "lock");
    const asks = isOwn(tx, employee);
    if (!asks && !isLead(tx.actor.role)) throw notTheirs();
    const policy = await readPolicy(tx, leaveTypeId, employee.locationId);
    requirePossible(policy);
    requireOpenDays(employee, earnedOn);
    const days = await daysOf(tx, employee, input);
    const expiresOn =
      input.expiresOn === undefined ? expiryOf(earnedOn, policy.creditValidDays) : input.expiresOn;
    const isOffered = !asks || policy.creditsRequestable || isManager(tx, employee);
    const faults = [
      ...(isOffered ? [] : [notOffered]),
      ...startFaults(employee, earnedOn).map(({ message }) => ({ path: "earnedOn", message })),
      ...expiryFaults(input, policy, { asks, expiresOn }),
      ...(days > 0 ? [] : [{ path: "amount", ...fault("amountNeeded") }]),
    ];
    if (faults.length > 0) throw invalid(faults);
    const id = newId();
    const status = asks ? ("OPEN" as const) : ("APPROVED" as const);
    const facts = { userId: employee.id, leaveTypeId, days, earnedOn, expiresOn, source, status };
    const at = tx.now();
    await tx.db.insert(credits).values({
      ...{ workspaceId: tx.actor.workspaceId, id, ...facts, reason: input.reason },
      createdById: tx.actor.userId,
      ...(asks ? {} : { decidedById: tx.actor.userId, decidedAt: at }),
      ...{ createdAt: at, updatedAt: at },
    });
    await recordAudit(tx, {
      action: asks ? "credit.request" : "credit.grant",
      resourceType: "credit",
      resourceId: id,
      changes: Object.fromEntries(Object.entries(facts).map(([name, to]) => [name, { to }])),
    });
    if (asks) await writeRequestMails(tx, employee, id);
    return loadCredit(tx, id);
  });
}

const notOffered: FieldError = {
  path: "leaveTypeId",
  ...fault("creditsNotAsked"),
};

/** The person cannot choose how long a credit that they ask for may be used. */
function expiryFaults(
  { earnedOn, expiresOn: said }: CreditCreate,
  { creditValidDays }: Policy,
  { asks, expiresOn }: { asks: boolean; expiresOn: string | null },
): FieldError[] {
  if (asks && said !== undefined && said !== expiryOf(earnedOn, creditValidDays))
    return [{ path: "expiresOn", ...fault("expiryOfPolicy") }];
  return expiresOn !== null && expiresOn < earnedOn ? [{ path: "expiresOn", ...fault("beforeEarned") }] : [];
}

async function daysOf(tx: Ctx, employee: Employee, { amount, unit = "DAYS", earnedOn }: CreditCreate) {
  if (unit === "DAYS") return amount;
  const day = dayNumber(earnedOn);
  return daysOfHours(
    amount,
    await readCalendar(tx, employee.locationId, { from: day, to: day }, employee),
    day,
  );
}
