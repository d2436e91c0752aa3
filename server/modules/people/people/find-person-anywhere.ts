import { and, eq, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { everyWorkspace, theseWorkspaces } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { findIdentityAnywhere, workspacesOfIdentity } from "@/server/access/workspaces-of-identity";
import type { Db } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";

type Where = Parameters<typeof scoped<typeof users>>[0];

const findActive = (db: Db, where: Where, which: SQL) =>
  scoped(where, users)
    .select(db, { workspaceId: users.workspaceId, userId: users.id })
    .where(and(which, eq(users.status, "ACTIVE")))
    .limit(2);

async function findByAddress(db: Db, email: string) {
  const identities = { emails: [email] };
  const which = eq(sql`lower(${users.email})`, sql`lower(${email})`);
  const found = await findActive(db, theseWorkspaces(await workspacesOfIdentity(db, identities)), which);
  if (found.length > 0) return found;
  return findActive(db, theseWorkspaces(await findIdentityAnywhere(db, identities)), which);
}

/**
 * The active person with this e-mail address or public id, in any workspace.
 * @throws ApiError RESOURCE_NOT_FOUND when there is none, CONFLICT when several workspaces know the address
 */
export async function findPersonAnywhere(
  { db }: Services,
  emailOrId: string,
): Promise<{ workspaceId: string; userId: string }> {
  const id = decodeId("user", emailOrId);
  const [person, another] = id
    ? await findActive(db, everyWorkspace("an operator names a person by their id"), eq(users.id, id))
    : await findByAddress(db, typedAddress(emailOrId));
  if (!person)
    throw new ApiError("RESOURCE_NOT_FOUND", {
      description: "There's no active person with this ID or email address.",
    });
  if (!another) return person;
  throw new ApiError("CONFLICT", {
    description: "People in several workspaces have this email address.",
    resolution: "Use the person's ID instead.",
  });
}
