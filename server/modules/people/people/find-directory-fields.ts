import { and, eq, isNull, sql } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { labels } from "@/drizzle/schema/directory";
import {
  provisionedGroupMappings,
  provisionedGroupMembers,
  provisionedPeople,
} from "@/drizzle/schema/provisioning";
import { enterpriseUserSchema, type GroupMappingKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

/** The fields of a person, by the attribute of the directory that sets them (RFC 7643, 4.3). */
const byAttribute = {
  employeeNumber: "employeeId",
  department: "departmentId",
  manager: "approverId",
} as const;

type DirectoryField = "name" | "email" | "role" | (typeof byAttribute)[keyof typeof byAttribute];

/** What a directory says about a person: changed there, and by no one here. */
export interface DirectoryFields {
  /** The name of its connection. */
  name: string;
  fields: ReadonlySet<DirectoryField>;
  /** Labels that the person's groups give. */
  labels: readonly string[];
}

type Mapped = { kind: GroupMappingKind; label: string | null };

const mappedIn = (ctx: Ctx) => sql<Mapped[]>`coalesce((
  select jsonb_agg(jsonb_build_object('kind', g.kind, 'label', l.name))
  from ${provisionedGroupMembers} m
  join ${provisionedGroupMappings} g on g.workspace_id = m.workspace_id and g.group_id = m.group_id
  left join ${labels} l on l.workspace_id = g.workspace_id and l.id = g.label_id
  where m.workspace_id = ${ctx.actor.workspaceId}::uuid and m.user_id = ${provisionedPeople.userId}), '[]'::jsonb)`;

function fieldsOf(attributes: Record<string, unknown>, given: readonly Mapped[]): Set<DirectoryField> {
  const said = (attributes[enterpriseUserSchema] ?? {}) as Record<string, unknown>;
  const fields = new Set<DirectoryField>(["name", "email"]);
  for (const [name, field] of Object.entries(byAttribute)) if (said[name] !== undefined) fields.add(field);
  if (given.some(({ kind }) => kind === "DEPARTMENT")) fields.add("departmentId");
  if (given.some(({ kind }) => kind === "ADMINISTRATORS")) fields.add("role");
  return fields;
}

/** What directories say about people, by person; about one whom none provisions, nothing. */
export async function findDirectoryFields(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<Map<string, DirectoryFields>> {
  if (userIds.length === 0) return new Map();
  const rows = await scoped(workspaceOf(ctx.actor), provisionedPeople)
    .select(ctx.db, {
      userId: provisionedPeople.userId,
      attributes: provisionedPeople.attributes,
      name: connections.name,
      given: mappedIn(ctx),
    })
    .innerJoin(
      connections,
      and(
        eq(connections.workspaceId, provisionedPeople.workspaceId),
        eq(connections.id, provisionedPeople.connectionId),
      ),
    )
    .where(and(isAnyOf(provisionedPeople.userId, userIds), isNull(provisionedPeople.removedAt)));
  return new Map(
    rows.map(({ userId, attributes, name, given }) => [
      userId,
      { name, fields: fieldsOf(attributes, given), labels: given.flatMap(({ label }) => label ?? []) },
    ]),
  );
}
