import { and, eq } from "drizzle-orm";
import { credits } from "@/drizzle/schema/credits";
import { isEffective } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { readPolicy } from "@/server/modules/leave/balances/read-policy";
import { requireStillCovered } from "@/server/modules/leave/balances/require-still-covered";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { requireOpenDays } from "@/server/modules/leave/calendars/require-open-days";
import { notTheirs } from "@/server/modules/leave/entitlements/adjust-balance";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { isManager, isWritable } from "@/server/modules/leave/requests/standing";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { notIn } from "./policy";
import type { CreditPatch } from "./schema";
import { type CreditRow, changed, loadAnyCredit, loadCredit, type SeenCredit } from "./store";

/**
 * Changes the last day to use a credit, before it is over, as long as all leave stays covered (decision 16.30). Locks the person's row.
 * @param seen the expected version; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT, LEAVE_NEGATIVE_BALANCE, PERIOD_CLOSED
 */
export function updateCredit(ctx: Ctx, id: string, patch: CreditPatch, seen?: number): Promise<SeenCredit> {
  return inTransaction(ctx, async (tx) => {
    const { person } = await loadAnyCredit(tx, id);
    const employee = await readEmployee(tx, person.id, "lock");
    if (!employee || !isWritable(tx, employee)) throw new ApiError("RESOURCE_NOT_FOUND");
    const { credit } = await loadAnyCredit(tx, id);
    if (!isLead(tx.actor.role) || !isManager(tx, employee)) throw notTheirs();
    if (seen !== undefined && seen !== credit.version) throw changed();
    if (!isEffective(credit.status)) throw notIn(credit.status);
    const { expiresOn = credit.expiresOn } = patch;
    if (expiresOn === credit.expiresOn) return loadCredit(tx, id);
    if (hasLapsed(credit, employee)) throw lapsed(credit);
    const faults = expiryFaults(credit, employee, expiresOn);
    if (faults.length > 0) throw invalid(faults);
    // One without expiry is days of its accounting year: another expiry changes what that year carried over.
    if (expiresOn === null || credit.expiresOn === null) requireOpenDays(employee, credit.earnedOn);
    if (credit.status === "APPROVED") await requireCovered(tx, employee, credit, expiresOn);
    await write(tx, credit, expiresOn);
    await recordAudit(tx, {
      action: "credit.update",
      resourceType: "credit",
      resourceId: id,
      changes: { expiresOn: { from: credit.expiresOn, to: expiresOn } },
    });
    return loadCredit(tx, id);
  });
}

const hasLapsed = ({ expiresOn }: CreditRow, { today }: Employee): boolean =>
  expiresOn !== null && dayNumber(expiresOn) < today;

const lapsed = ({ expiresOn }: CreditRow): ApiError =>
  new ApiError("CONFLICT", {
    ...because("creditOver", { date: String(expiresOn) }),
    resolution: "Grant a new credit instead.",
  });

function expiryFaults({ earnedOn }: CreditRow, { today }: Employee, expiresOn: string | null): FieldError[] {
  if (expiresOn === null) return [];
  if (expiresOn < earnedOn) return [{ path: "expiresOn", ...fault("beforeEarned") }];
  return dayNumber(expiresOn) < today
    ? [{ path: "expiresOn", ...fault("beforeDate", { date: dayText(today) }) }]
    : [];
}

async function requireCovered(
  tx: Ctx,
  employee: Employee,
  { id, leaveTypeId, earnedOn }: CreditRow,
  expiresOn: string | null,
): Promise<void> {
  const policy = await readPolicy(tx, leaveTypeId, employee.locationId);
  if (!policy) return;
  const entitlements = employee.entitlements.map((given) =>
    given.id === id ? { ...given, expiresOn } : given,
  );
  await requireStillCovered(tx, employee, policy, { entitlements, from: dayNumber(earnedOn) });
}

async function write(tx: Ctx, { id, version }: CreditRow, expiresOn: string | null): Promise<void> {
  const updated = await scoped(workspaceOf(tx.actor), credits)
    .update(tx.db)
    .set({ expiresOn, updatedAt: tx.now(), version: version + 1 })
    .where(and(eq(credits.id, id), eq(credits.version, version)))
    .returning({ id: credits.id });
  if (updated.length === 0) throw changed();
}
