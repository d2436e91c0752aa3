import { and, eq, isNull, sql } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { labels } from "@/drizzle/schema/directory";
import {
  provisionedGroupMappings,
  provisionedGroupMembers,
  provisionedPeople,
} from "@/drizzle/schema/provisioning";
import { type AttributeTarget, enterpriseUserSchema, type GroupMappingKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { attributeValue, findAttributeRules, findMeanings } from "./find-attribute-meanings";

/** The fields of a person, by the attribute of the directory that sets them (RFC 7643, 4.3). */
const byAttribute = {
  employeeNumber: "employeeId",
  manager: "approverId",
} as const;

type DirectoryField =
  | ("name" | "email" | "role" | "locationId" | "departmentId")
  | (typeof byAttribute)[keyof typeof byAttribute];

/** What a directory says about a person: changed there, and by no one here. */
export interface DirectoryFields {
  /** The name of its connection. */
  name: string;
  fields: ReadonlySet<DirectoryField>;
  /** Labels that the person's groups and attributes give. */
  labels: readonly string[];
}

type Mapped = { kind: GroupMappingKind; label: string | null };

const mappedIn = (ctx: Ctx) => sql<Mapped[]>`coalesce((
  select jsonb_agg(jsonb_build_object('kind', g.kind, 'label', l.name))
  from ${provisionedGroupMembers} m
  join ${provisionedGroupMappings} g on g.workspace_id = m.workspace_id and g.group_id = m.group_id
  left join ${labels} l on l.workspace_id = g.workspace_id and l.id = g.label_id
  where m.workspace_id = ${ctx.actor.workspaceId}::uuid and m.user_id = ${provisionedPeople.userId}), '[]'::jsonb)`;

function fieldsOf(
  attributes: Record<string, unknown>,
  given: readonly Mapped[],
  decided: readonly DirectoryField[],
): Set<DirectoryField> {
  const said = (attributes[enterpriseUserSchema] ?? {}) as Record<string, unknown>;
  const fields = new Set<DirectoryField>(["name", "email", ...decided]);
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
      connectionId: provisionedPeople.connectionId,
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
  const decided = await findDecided(ctx, rows);
  return new Map(
    rows.map(({ userId, attributes, name, given }) => {
      const { fields, label } = decided.get(userId) ?? { fields: [], label: null };
      const labels = [...given.map((group) => group.label), label].filter((one) => one !== null);
      return [userId, { name, fields: fieldsOf(attributes, given, fields), labels: [...new Set(labels)] }];
    }),
  );
}

type Provisioned = { userId: string; connectionId: string; attributes: Record<string, unknown> };
interface Decided {
  fields: DirectoryField[];
  /** The name of the label; null for none. */
  label: string | null;
}

/**
 * What the chosen attributes decide (decision 2.34): the department where they say anything, location and label where the value means
 * one.
 */
async function findDecided(ctx: Ctx, rows: readonly Provisioned[]): Promise<Map<string, Decided>> {
  const decided = new Map<string, Decided>();
  for (const connectionId of new Set(rows.map((row) => row.connectionId))) {
    const people = rows.filter((row) => row.connectionId === connectionId);
    const rules = await findAttributeRules(ctx, connectionId);
    const meanings = async (target: "LOCATION" | "LABEL") => {
      const values = people.flatMap(
        ({ attributes }) => attributeValue(attributes, rules[target].attribute) ?? [],
      );
      return findMeanings(ctx, target, rules[target], values);
    };
    const [toLocation, toLabel] = [await meanings("LOCATION"), await meanings("LABEL")];
    const names = await labelNames(ctx, [...new Set(toLabel.values())]);
    for (const { userId, attributes } of people) {
      const value = (target: AttributeTarget) => attributeValue(attributes, rules[target].attribute);
      const label = toLabel.get(value("LABEL") ?? "");
      decided.set(userId, {
        fields: [
          ...(value("DEPARTMENT") === null ? [] : (["departmentId"] as const)),
          ...(toLocation.has(value("LOCATION") ?? "") ? (["locationId"] as const) : []),
        ],
        label: (label && names.get(label)) ?? null,
      });
    }
  }
  return decided;
}

async function labelNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scoped(workspaceOf(ctx.actor), labels)
    .select(ctx.db, { id: labels.id, name: labels.name })
    .where(isAnyOf(labels.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
