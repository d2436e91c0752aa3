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
import { departments, labels, locations } from "./directory";
import { users } from "./people";
import type { AttributeTarget, GroupMappingKind, MappableAttribute } from "./values";

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

/** The attribute that decides a location, department or label; without a row, `department` decides the department and nothing else is decided. */
export const attributeMappings = pgTable(
  "attribute_mappings",
  {
    workspaceId: workspaceId(),
    connectionId: uuid().notNull(),
    target: text().$type<AttributeTarget>().notNull(),
    /** Null where no attribute decides. */
    attribute: text().$type<MappableAttribute>(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.connectionId, t.target] }),
    foreignKey({
      columns: [t.workspaceId, t.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
  ],
);

/** What a value of the attribute means where it isn't the name. It ends with its location, department or label. */
export const attributeMappingValues = pgTable(
  "attribute_mapping_values",
  {
    workspaceId: workspaceId(),
    connectionId: uuid().notNull(),
    target: text().$type<AttributeTarget>().notNull(),
    /** Without spaces around it, and case-folded as names are. */
    valueKey: text().notNull(),
    value: text().notNull(),
    /** Of the target LOCATION. */
    locationId: uuid(),
    /** Of the target DEPARTMENT. */
    departmentId: uuid(),
    /** Of the target LABEL. */
    labelId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.connectionId, t.target, t.valueKey] }),
    foreignKey({
      name: "attribute_mapping_values_mapping_fk",
      columns: [t.workspaceId, t.connectionId, t.target],
      foreignColumns: [
        attributeMappings.workspaceId,
        attributeMappings.connectionId,
        attributeMappings.target,
      ],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.departmentId],
      foreignColumns: [departments.workspaceId, departments.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.labelId],
      foreignColumns: [labels.workspaceId, labels.id],
    }).onDelete("cascade"),
    index("attribute_mapping_values_location_index").on(t.workspaceId, t.locationId),
    index("attribute_mapping_values_department_index").on(t.workspaceId, t.departmentId),
    index("attribute_mapping_values_label_index").on(t.workspaceId, t.labelId),
  ],
);
