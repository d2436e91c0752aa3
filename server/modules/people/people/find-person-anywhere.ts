import { and, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";

/**
 * The active person with this e-mail address or public id, in any workspace.
 * @throws ApiError RESOURCE_NOT_FOUND when there is none, CONFLICT when several workspaces know the address
 */
export async function findPersonAnywhere(
  { db }: Services,
  emailOrId: string,
): Promise<{ workspaceId: string; userId: string }> {
  const id = decodeId("user", emailOrId);
  const named = id
    ? eq(users.id, id)
    : eq(sql`lower(${users.email})`, sql`lower(${typedAddress(emailOrId)})`);
  const [person, another] = await scoped(everyWorkspace("a person is looked for wherever they are"), users)
    .select(db, { workspaceId: users.workspaceId, userId: users.id })
    .where(and(named, eq(users.status, "ACTIVE")))
    .limit(2);
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
