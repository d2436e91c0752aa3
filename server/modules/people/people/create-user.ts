import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { recordIdentities } from "@/server/access/workspaces-of-identity";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { recordEvent } from "@/server/modules/integrations/events/record";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { appoint, replaceLabels, requireMayAppoint } from "./appoint";
import { getUser } from "./get-user";
import { snapshotOf } from "./policy";
import { checkReferences, findDefaults } from "./references";
import type { UserCreate } from "./schema";
import type { UserRow } from "./store";

export const emailTaken = { users_email_unique: "emailTaken" } as const;

/**
 * Adds an active person, who signs in by mailed link until they choose a password.
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR for references that do not exist or lie outside the caller's reach, CONFLICT when the e-mail
 * address is taken
 */
export function createUser(ctx: Ctx, input: UserCreate): Promise<UserRow> {
  requireRight(ctx, "users:write");
  // USER is the default of a new person.
  if (input.role !== "USER") requireMayAppoint(ctx, input);
  return inTransaction(ctx, async (tx) => {
    const { body, place, labels } = await resolve(tx, input);
    const id = newId();
    const { labels: _labels, role, managedLocationIds: _m, approvedDepartmentIds: _a, ...fields } = body;
    const at = tx.now();
    const row = { ...fields, ...place, workspaceId: tx.actor.workspaceId, id, isAdmin: role === "ADMIN" };
    await orConflict(tx.db.insert(users).values({ ...row, createdAt: at, updatedAt: at }), emailTaken);
    await recordIdentities(tx.db, row.workspaceId, { emails: [row.email] });
    if (labels) await replaceLabels(tx, id, labels);
    await appoint(tx, id, body);
    await recordAudit(tx, {
      action: "user.create",
      resourceType: "user",
      resourceId: id,
      changes: changesOf({}, { ...body, ...place }),
    });
    const user = await getUser(tx, id);
    await recordEvent(tx, {
      type: "user.created",
      subjectUserId: id,
      data: { userId: id, previousStatus: null, snapshot: snapshotOf(user) },
    });
    return user;
  });
}

/** The body with defaults for missing fields. */
async function resolve(tx: Ctx, input: UserCreate) {
  const defaults = await findDefaults(tx);
  const body = { ...defaults, ...input };
  const { labels, faults } = await checkReferences(tx, body);
  const { locationId, departmentId } = body;
  const missing: FieldError[] = (["locationId", "departmentId"] as const)
    .filter((path) => body[path] === undefined)
    .map((path) => ({ path, ...fault("noDefault") }));
  if (faults.length > 0 || !locationId || !departmentId) throw invalid([...faults, ...missing]);
  return { body, place: { locationId, departmentId }, labels };
}
