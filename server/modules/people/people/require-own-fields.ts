import { and, eq, isNull } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import { enterpriseUserSchema } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";

type Fields = Partial<Record<"name" | "email" | "employeeId" | "departmentId" | "approverId", unknown>>;

/** The fields of a person, by the attribute of the directory that sets them (RFC 7643, 4.3). */
const byAttribute = {
  employeeNumber: "employeeId",
  department: "departmentId",
  manager: "approverId",
} as const;

/** The fields of a person that their directory has said something about. */
function fieldsOf(attributes: Record<string, unknown>): (keyof Fields)[] {
  const said = (attributes[enterpriseUserSchema] ?? {}) as Record<string, unknown>;
  const more = Object.entries(byAttribute).flatMap(([name, field]) =>
    said[name] === undefined ? [] : [field],
  );
  return ["name", "email", ...more];
}

/**
 * What a directory says about a person is changed there, and by no one here.
 * @throws ApiError CONFLICT when the change is about such a field
 */
export async function requireOwnFields(
  tx: Ctx,
  before: Fields & { id: string },
  patch: Fields,
): Promise<void> {
  if (tx.actor.via.type === "directory") return;
  const [row] = await scoped(workspaceOf(tx.actor), provisionedPeople)
    .select(tx.db, { attributes: provisionedPeople.attributes, name: connections.name })
    .innerJoin(connections, eq(connections.id, provisionedPeople.connectionId))
    .where(and(eq(provisionedPeople.userId, before.id), isNull(provisionedPeople.removedAt)));
  if (!row) return;
  const theirs = fieldsOf(row.attributes);
  const changed = theirs.filter((field) => patch[field] !== undefined && patch[field] !== before[field]);
  if (changed.length === 0) return;
  throw new ApiError("CONFLICT", {
    ...because("directoryFields", { name: row.name }),
    resolution: "Change the person in the company's directory.",
  });
}
