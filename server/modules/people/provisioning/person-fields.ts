import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { emailOf, employeeNumberOf, managerOf, nameOf, type ProvisionedUser } from "./user-attributes";

/** What a directory says about a person, as the fields of a request to v2. */
type PersonFields = Partial<{
  name: string;
  email: string;
  employeeId: string | null;
  approverId: string | null;
}>;

/** The id of an active person; null when the text is not the id of one. */
async function activePerson(tx: Ctx, publicId: string): Promise<string | null> {
  const id = decodeId("user", publicId);
  if (!id) return null;
  const [row] = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { id: users.id })
    .where(and(eq(users.id, id), eq(users.status, "ACTIVE")));
  return row?.id ?? null;
}

/**
 * The fields that change when a directory's description changes. Employee ID and manager are the directory's only where it says
 * something about them: what it never sent stays as people set it here. A manager who is not active changes nothing.
 */
export async function fieldsAfter(
  tx: Ctx,
  before: ProvisionedUser | null,
  after: ProvisionedUser,
): Promise<PersonFields> {
  const fields: PersonFields = { name: nameOf(after), email: emailOf(after) };
  const number = employeeNumberOf(after);
  if (number !== employeeNumberOf(before)) fields.employeeId = number;
  const manager = managerOf(after);
  if (manager !== managerOf(before)) {
    const id = manager === null ? null : await activePerson(tx, manager);
    if (manager === null || id) fields.approverId = id && encodeId("user", id);
  }
  return fields;
}
