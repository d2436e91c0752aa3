import { desc } from "drizzle-orm";
import { departmentApprovers, departments, locationAdmins, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { credentials } from "@/drizzle/schema/signin";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { recordIdentities } from "@/server/access/workspaces-of-identity";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { hashPassword } from "@/server/kernel/password";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { UserRow } from "./find-users";
import { getUser } from "./get-user";
import type { OperatorUserCreate } from "./schema";
import { verifyEmail } from "./verify-email";

/**
 * Creates a person with a role and optionally a password; without a password they sign in by link. Without a place they belong to the
 * workspace's default one.
 * @throws ApiError VALIDATION_ERROR when the places do not fit the role or do not exist, CONFLICT when the address is taken
 */
export async function createUserByOperator(ctx: Ctx, input: OperatorUserCreate): Promise<UserRow> {
  requireAdmin(ctx);
  refuseMisplaced(input);
  const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
  return inTransaction(ctx, async (tx) => {
    const id = newId();
    const places = await findPlaces(tx, input);
    await insertPerson(tx, id, input, places);
    if (passwordHash) {
      const { workspaceId } = tx.actor;
      await tx.db.insert(credentials).values({ workspaceId, userId: id, passwordHash, updatedAt: tx.now() });
      await verifyEmail(tx.db, { workspaceId, userId: id, email: input.email }, tx.now());
    }
    await insertRole(tx, id, input, places);
    await recordAudit(tx, {
      action: "user.create",
      resourceType: "user",
      resourceId: id,
      changes: { name: { to: input.name }, email: { to: input.email }, role: { to: input.role } },
    });
    return getUser(tx, id);
  });
}

/** Places beyond the person's own would imply a role other than the requested one (decision 2.3), or be lost. */
function refuseMisplaced({ role, locations, departments }: OperatorUserCreate): void {
  const faults: FieldError[] = [];
  const check = (path: string, count: number, holder: string) => {
    if (role !== holder && count > 1) faults.push({ path, message: `Must name only one for ${role}.` });
  };
  check("locations", locations.length, "LOCATION_ADMIN");
  check("departments", departments.length, "APPROVER");
  if (faults.length > 0) throw invalid(faults);
}

interface Places {
  locationId: string;
  departmentId: string;
}

async function findPlaces(tx: Ctx, input: OperatorUserCreate): Promise<Places> {
  const known = {
    locations: await placesOf(tx, locations),
    departments: await placesOf(tx, departments),
  };
  const faults = (["locations", "departments"] as const).flatMap((path) =>
    input[path].every((id) => known[path].includes(id)) ? [] : [{ path, message: "Must be an existing ID." }],
  );
  const locationId = input.locations[0] ?? known.locations[0];
  const departmentId = input.departments[0] ?? known.departments[0];
  if (faults.length > 0 || !locationId || !departmentId) throw invalid(faults);
  return { locationId, departmentId };
}

/** Ids of a workspace's locations or departments, the default first. */
async function placesOf(tx: Ctx, table: typeof locations | typeof departments): Promise<string[]> {
  const rows = await scoped(workspaceOf(tx.actor), table)
    .select(tx.db, { id: table.id })
    .orderBy(desc(table.isDefault), table.createdAt, table.id);
  return rows.map((row) => row.id);
}

async function insertPerson(tx: Ctx, id: string, input: OperatorUserCreate, places: Places): Promise<void> {
  const { workspaceId } = tx.actor;
  const now = tx.now();
  const row = { workspaceId, id, ...places, name: input.name, email: input.email };
  await orConflict(
    tx.db.insert(users).values({ ...row, isAdmin: input.role === "ADMIN", createdAt: now, updatedAt: now }),
    { users_email_unique: "emailTaken" },
  );
  await recordIdentities(tx.db, workspaceId, { emails: [input.email] });
}

/** By default the person manages or approves the place that they belong to. */
async function insertRole(tx: Ctx, userId: string, input: OperatorUserCreate, own: Places): Promise<void> {
  const { workspaceId } = tx.actor;
  if (input.role === "LOCATION_ADMIN") {
    const rows = [...new Set([own.locationId, ...input.locations])].map((locationId) => ({
      workspaceId,
      locationId,
      userId,
    }));
    await tx.db.insert(locationAdmins).values(rows);
  }
  if (input.role === "APPROVER") {
    const rows = [...new Set([own.departmentId, ...input.departments])].map((departmentId) => ({
      workspaceId,
      departmentId,
      userId,
    }));
    await tx.db.insert(departmentApprovers).values(rows);
  }
}
