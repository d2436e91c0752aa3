import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { connections } from "./connections";
import { departments, labels } from "./directory";
import { users } from "./people";
import type { GroupMappingKind } from "./values";

/** A bearer token with which a company's directory provisions people by SCIM (decision 2.31). */
export const provisioningTokens = pgTable(
  "provisioning_tokens",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    connectionId: uuid().notNull(),
    /** SHA-256 of the token: 256 random bits need no slow hash. */
    hash: bytes().notNull(),
    lastFour: text().notNull(),
    createdAt: instant().notNull(),
    /** After a rotation, the end of the old token's time beside the new one. */
    expiresAt: instant(),
    /** Written at most once a minute. */
    lastUsedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("provisioning_tokens_hash_unique").on(t.workspaceId, t.hash),
    foreignKey({
      columns: [t.workspaceId, t.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
    index("provisioning_tokens_connection_index").on(t.workspaceId, t.connectionId),
  ],
);

/** A person whom a directory provisions, and the attributes that it sent. Whether they are active is their status. */
export const provisionedPeople = pgTable(
  "provisioned_people",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    connectionId: uuid().notNull(),
    userName: text().notNull(),
    externalId: text(),
    /** As in RFC 7643, with the names of its attributes; without `active`, `id` and `meta`. */
    attributes: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When the directory deleted the resource: a new one of the same name is the same person. */
    removedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
    uniqueIndex("provisioned_people_name_unique").on(
      t.workspaceId,
      t.connectionId,
      sql`lower(${t.userName})`,
    ),
    index("provisioned_people_external_index").on(t.workspaceId, t.connectionId, t.externalId),
    // The order of lists.
    index("provisioned_people_created_index").on(t.workspaceId, t.connectionId, t.createdAt, t.userId),
  ],
);

/** A group of a directory's people (decision 2.26). */
export const provisionedGroups = pgTable(
  "provisioned_groups",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    connectionId: uuid().notNull(),
    displayName: text().notNull(),
    externalId: text(),
    /** Counts the changes of the group and of its members: its ETag, for which no member is read. */
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
    uniqueIndex("provisioned_groups_name_unique").on(
      t.workspaceId,
      t.connectionId,
      sql`lower(${t.displayName})`,
    ),
    index("provisioned_groups_external_index").on(t.workspaceId, t.connectionId, t.externalId),
    // The order of lists.
    index("provisioned_groups_created_index").on(t.workspaceId, t.connectionId, t.createdAt, t.id),
  ],
);

/** Who is in a group. */
export const provisionedGroupMembers = pgTable(
  "provisioned_group_members",
  {
    workspaceId: workspaceId(),
    groupId: uuid().notNull(),
    userId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.groupId, t.userId] }),
    foreignKey({
      columns: [t.workspaceId, t.groupId],
      foreignColumns: [provisionedGroups.workspaceId, provisionedGroups.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [provisionedPeople.workspaceId, provisionedPeople.userId],
    }).onDelete("cascade"),
    index("provisioned_group_members_user_index").on(t.workspaceId, t.userId),
  ],
);

/** What membership of a group means here; without a row, nothing. It ends with its department or label. */
export const provisionedGroupMappings = pgTable(
  "provisioned_group_mappings",
  {
    workspaceId: workspaceId(),
    groupId: uuid().notNull(),
    kind: text().$type<GroupMappingKind>().notNull(),
    /** Of the kind DEPARTMENT. */
    departmentId: uuid(),
    /** Of the kind LABEL. */
    labelId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.groupId] }),
    foreignKey({
      columns: [t.workspaceId, t.groupId],
      foreignColumns: [provisionedGroups.workspaceId, provisionedGroups.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.departmentId],
      foreignColumns: [departments.workspaceId, departments.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.labelId],
      foreignColumns: [labels.workspaceId, labels.id],
    }).onDelete("cascade"),
    index("provisioned_group_mappings_department_index").on(t.workspaceId, t.departmentId),
    index("provisioned_group_mappings_label_index").on(t.workspaceId, t.labelId),
  ],
);
