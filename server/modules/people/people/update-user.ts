import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { forgetIdentities, recordIdentities } from "@/server/access/workspaces-of-identity";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { orConflict } from "@/server/kernel/http/conflict";
import { recordEvent } from "@/server/modules/integrations/events/record";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { findOverdrawnByMove } from "@/server/modules/leave/balances/find-overdrawn-by-move";
import { lockRulesShared } from "@/server/modules/leave/balances/lock-rules";
import { requireNoneOverdrawn } from "@/server/modules/leave/balances/require-none-overdrawn";
import { broughtAlong } from "@/server/modules/leave/calendars/closed-through";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { appoint, replaceLabels, requireMayAppoint } from "./appoint";
import { emailTaken } from "./create-user";
import { voidMailedLinks } from "./end-access";
import { getUser } from "./get-user";
import { type LockedUser, lockAdministrators, lockUser, requireAnotherAdministrator } from "./lock-user";
import { notifyOldAddress } from "./notify-old-address";
import { snapshotOf } from "./policy";
import { checkReferences, lockLabels } from "./references";
import { requireAccountWithin } from "./require-account-within";
import { requireOwnFields } from "./require-own-fields";
import type { UserPatch } from "./schema";
import type { UserRow } from "./store";

/**
 * Changes a person, active or not. Cancels or shortens their leave beyond a new first or last day of work.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, VALIDATION_ERROR, CONFLICT when the e-mail address is taken, the person is deleted, or
 * the last active administrator, or the last one with emergency access, would lose the role or the proven address, or the field is their directory's, LEAVE_NEGATIVE_BALANCE when another location would leave leave uncovered
 */
export function updateUser(ctx: Ctx, id: string, patch: UserPatch): Promise<UserRow> {
  requireRight(ctx, "users:write");
  requireMayAppoint(ctx, patch);
  return inTransaction(ctx, async (tx) => {
    if (patch.role !== undefined || patch.email !== undefined) await lockAdministrators(tx);
    if (patch.locationId !== undefined) await lockRulesShared(tx);
    // Labels before the person: renaming a label locks the label first, then the people who carry it.
    await lockLabels(tx, patch.labels);
    const before = await lockUser(tx, id);
    await requireOwnFields(tx, before, patch);
    if (isAnotherMailbox(before, patch)) await requireAccountWithin(tx, before);
    const { labels, faults } = await checkReferences(tx, patch);
    const all = [...faults, ...dateFaults(before, patch), ...approverFaults(id, patch)];
    if (all.length > 0) throw invalid(all);
    if (patch.role !== undefined && patch.role !== "ADMIN") await requireAnotherAdministrator(tx, before);
    // Before the cover check: leave that ends needs no days at the new location.
    const { startDate, endDate } = patch;
    if (startDate !== undefined || endDate !== undefined)
      await tell(tx, "employmentChanging", { userId: id, startDate, endDate });
    if (patch.locationId !== undefined) await requireCoverAt(tx, before, patch.locationId);
    await write(tx, before, patch);
    if (labels) await replaceLabels(tx, id, labels);
    await appoint(tx, id, patch);
    const losesRole = patch.role !== undefined && patch.role !== "ADMIN";
    // Another address is not proven, and no one has emergency access at such a one.
    if (before.isAdmin && before.status === "ACTIVE" && (losesRole || isAnotherMailbox(before, patch)))
      await tell(tx, "administratorsEnded", { userIds: [id] });
    await recordAudit(tx, {
      action: "user.update",
      resourceType: "user",
      resourceId: id,
      changes: changesOf(before, {
        ...patch,
        ...(labels && { labels: labels.map(({ name }) => name).sort() }),
      }),
    });
    const user = await getUser(tx, id);
    await recordEvent(tx, {
      type: "user.updated",
      subjectUserId: id,
      data: { userId: id, previousStatus: before.status, snapshot: snapshotOf(user) },
    });
    return user;
  });
}

/** The new location's policies and accounting years must still cover booked and requested leave. @throws ApiError LEAVE_NEGATIVE_BALANCE */
async function requireCoverAt(tx: Ctx, { id, name }: LockedUser, locationId: string): Promise<void> {
  const missing = await findOverdrawnByMove(tx, [id], locationId);
  requireNoneOverdrawn([...missing.values()].map((missingDays) => ({ name, missingDays })));
}

/** A patch may set one end of the employment; it must still fit the other. */
function dateFaults(before: LockedUser, patch: UserPatch): FieldError[] {
  const { startDate = before.startDate, endDate = before.endDate } = patch;
  if (startDate === null || endDate === null || startDate <= endDate) return [];
  if (patch.endDate !== undefined) return [{ path: "endDate", ...fault("beforeStart") }];
  return [{ path: "startDate", ...fault("pastEnd") }];
}

/** Two people may be each other's managers, but no one their own. */
export const approverFaults = (id: string, { approverId }: Pick<UserPatch, "approverId">): FieldError[] =>
  approverId === id ? [{ path: "approverId", ...fault("managerSelf") }] : [];

/** A change of case keeps the mailbox. */
const isAnotherMailbox = (before: LockedUser, { email }: UserPatch): boolean =>
  email !== undefined && email.toLowerCase() !== before.email.toLowerCase();

async function write(tx: Ctx, before: LockedUser, patch: UserPatch): Promise<void> {
  const { labels: _labels, role, managedLocationIds: _m, approvedDepartmentIds: _a, ...fields } = patch;
  const isMoved = patch.locationId !== undefined && patch.locationId !== before.locationId;
  const change = {
    ...fields,
    ...(role && { isAdmin: role === "ADMIN" }),
    // An administrator who stays one has been so since the same time.
    ...(role && !(before.isAdmin && role === "ADMIN") && { adminSince: role === "ADMIN" ? tx.now() : null }),
    ...(isMoved && { closedThrough: broughtAlong(tx.actor.workspaceId) }),
    updatedAt: tx.now(),
  };
  await orConflict(
    scoped(workspaceOf(tx.actor), users).update(tx.db).set(change).where(eq(users.id, before.id)),
    emailTaken,
  );
  // A link sent to the old address must not open the account.
  if (patch.email === undefined || patch.email === before.email) return;
  await forgetIdentities(tx.db, tx.actor.workspaceId, { emails: [before.email] });
  await recordIdentities(tx.db, tx.actor.workspaceId, { emails: [patch.email] });
  await voidMailedLinks(tx, before.id);
  if (isAnotherMailbox(before, patch)) await notifyOldAddress(tx, before);
}
