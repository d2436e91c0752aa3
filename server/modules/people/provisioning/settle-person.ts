import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { sqlState } from "@/server/kernel/database/db";
import { acquireLock } from "@/server/kernel/database/lock";
import { ApiError } from "@/server/kernel/errors";
import { UserPatch } from "@/server/modules/people/people/schema";
import { activateUser, deactivateUser } from "@/server/modules/people/people/set-status";
import { updateUser } from "@/server/modules/people/people/update-user";
import { connectionOf } from "./admit-directory";
import { findPlaceChange } from "./find-decided";
import { fieldsAfter } from "./person-fields";
import { requireVerifiedDomain } from "./require-verified-domain";
import { invalidValue, ScimError } from "./scim-error";
import { settleReturn } from "./settle-groups";
import { settlePlace } from "./settle-place";
import type { ProvisionedUser } from "./user-attributes";

/** The faults of v2's schema, in SCIM's format. */
export function valid<T>(
  schema: {
    safeParse(value: unknown): { data?: T; error?: { issues: { path: PropertyKey[]; message: string }[] } };
  },
  value: unknown,
): T {
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  const said = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join(" ");
  throw invalidValue(said ?? "The user is not valid.");
}

const takenBy = {
  user: "Another user of this directory already has this userName.",
  group: "Another group of this directory already has this displayName.",
};

/** A write that only a name or an address that someone has can refuse. @throws ScimError 409 `uniqueness` */
export async function orTaken<T>(write: PromiseLike<T>, of: keyof typeof takenBy = "user"): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ApiError && error.code === "CONFLICT")
      throw new ScimError(409, "uniqueness", error.message);
    if (sqlState(error) === "23505") throw new ScimError(409, "uniqueness", takenBy[of]);
    throw error;
  }
}

/** All writes of a directory happen one after the other: a cycle of one and a repeated request of another never cross. */
export const lockDirectory = (tx: Ctx): Promise<void> =>
  acquireLock(tx.db, `provisioning:${connectionOf(tx)}`);

export const stored = ({ active: _active, ...attributes }: ProvisionedUser) => ({
  userName: attributes.userName,
  externalId: attributes.externalId ?? null,
  attributes: { ...attributes } as Record<string, unknown>,
});

export async function settleStatus(tx: Ctx, userId: string, isActive: boolean): Promise<void> {
  const [row] = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { status: users.status })
    .where(eq(users.id, userId));
  if (isActive && row?.status === "INACTIVE") {
    await activateUser(tx, userId);
    await settleReturn(tx, userId);
  }
  if (!isActive && row?.status === "ACTIVE") await deactivateUser(tx, userId);
}

/** Changes those of the person's fields that are other now. */
export async function settleFields(
  tx: Ctx,
  userId: string,
  before: ProvisionedUser | null,
  after: ProvisionedUser,
) {
  await settlePlace(tx, userId, await findPlaceChange(tx, before, after));
  const wanted = valid(UserPatch, await fieldsAfter(tx, before, after));
  const [row] = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, {
      name: users.name,
      email: users.email,
      employeeId: users.employeeId,
      approverId: users.approverId,
    })
    .where(eq(users.id, userId));
  const patch = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => row?.[name as keyof typeof row] !== value),
  );
  const isOtherMailbox =
    wanted.email !== undefined && wanted.email.toLowerCase() !== row?.email.toLowerCase();
  if (isOtherMailbox && wanted.email) await requireVerifiedDomain(tx, wanted.email);
  if (Object.keys(patch).length > 0) await orTaken(updateUser(tx, userId, patch));
}

/** The condition of the directory's row of a person. */
export const rowOf = (tx: Ctx, userId: string) =>
  and(eq(provisionedPeople.userId, userId), eq(provisionedPeople.connectionId, connectionOf(tx)));
