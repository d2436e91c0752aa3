import { inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { createUser } from "@/server/modules/people/people/create-user";
import { UserCreate } from "@/server/modules/people/people/schema";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { ConnectionRow } from "@/server/modules/workspace/connections/store";
import { loadOperator } from "@/server/modules/workspace/settings/operator";

/**
 * Creates the person of an address that no one has, where the connection does that: with the role USER, in the connection's place (decision
 * 2.9).
 * @returns false when the person cannot be created, as when a call at once was first
 */
export async function createOnSignIn(
  services: Services,
  { workspaceId, id: connectionId, locationId, departmentId }: ConnectionRow,
  { email, name }: { email: string; name: string | null },
): Promise<boolean> {
  const place = {
    ...(locationId && { locationId: encodeId("location", locationId) }),
    ...(departmentId && { departmentId: encodeId("department", departmentId) }),
  };
  const read = (shown: string) => UserCreate.safeParse({ name: shown, email, role: "USER", ...place });
  const local = email.slice(0, email.lastIndexOf("@"));
  const named = name === null ? null : read(name);
  const { data: input } = named?.success ? named : read(local);
  if (!input) return false;
  try {
    await inTransaction(await loadOperator(services, workspaceId), async (tx) => {
      const { id } = await createUser(tx, input);
      await recordAudit(tx, {
        action: "connection.create_person",
        resourceType: "connection",
        resourceId: connectionId,
        changes: { userId: { to: id } },
      });
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
