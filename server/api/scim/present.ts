import { enterpriseUserSchema } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";
import {
  type Attributes,
  findPlace,
  groupSchema,
  type Place,
  userSchema,
} from "@/server/modules/people/provisioning/attributes";
import { type GroupRow, type ProvisionedRow, userOf } from "@/server/modules/people/provisioning/present";
import { invalidPath } from "@/server/modules/people/provisioning/scim-error";

export type Resource = { [name: string]: unknown };

/** A weak ETag of the resource's own content (RFC 9110, 8.8.3). */
const versionOf = (resource: Resource): string =>
  `W/"${sha256(JSON.stringify(resource)).toString("base64url").slice(0, 22)}"`;

const groupOfUser = (base: string, { id, name }: ProvisionedRow["groups"][number]) => {
  const value = encodeId("group", id);
  return { value, $ref: `${base}/Groups/${value}`, display: name, type: "direct" };
};

/** A user as SCIM shows it, with its version in `meta`. @param base of SCIM's addresses */
export function userResource(base: string, row: ProvisionedRow): Resource {
  const { externalId, ...user } = userOf(row);
  const id = encodeId("user", row.userId);
  const content: Resource = {
    schemas: user[enterpriseUserSchema] ? [userSchema, enterpriseUserSchema] : [userSchema],
    ...{ id, ...(externalId !== undefined && { externalId }), ...user },
    ...(row.groups.length > 0 && { groups: row.groups.map((group) => groupOfUser(base, group)) }),
  };
  return {
    ...content,
    meta: {
      resourceType: "User",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
      version: versionOf(content),
    },
  };
}

/** The version of a group, which counts its changes: no member is read for it. */
export const groupVersion = ({ version }: GroupRow): string => `W/"${version}"`;

/** A group as SCIM shows it, with its members where they were read. @param base of SCIM's addresses */
export function groupResource(base: string, row: GroupRow): Resource {
  const id = encodeId("group", row.id);
  const members = row.memberIds?.map((userId) => {
    const value = encodeId("user", userId);
    return { value, $ref: `${base}/Users/${value}`, type: "User" };
  });
  return {
    schemas: [groupSchema],
    ...{ id, ...(row.externalId !== null && { externalId: row.externalId }), displayName: row.displayName },
    ...(members && { members }),
    meta: {
      resourceType: "Group",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${base}/Groups/${id}`,
      version: groupVersion(row),
    },
  };
}

/** Which attributes an answer has: those of `attributes`, or all but those of `excludedAttributes` (RFC 7644, 3.9). */
export interface Selection {
  only: Place[] | null;
  without: Place[];
}

const named = (attributes: Attributes, list: string | null): Place[] =>
  (list ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => {
      const place = findPlace(attributes, name);
      if (!place) throw invalidPath(name);
      return place;
    });

/** @throws ScimError `invalidPath` for an attribute that does not exist */
export function selectionOf(query: URLSearchParams, attributes: Attributes): Selection {
  const only = query.get("attributes");
  return {
    only: only === null ? null : named(attributes, only),
    without: named(attributes, query.get("excludedAttributes")),
  };
}

/** Whether an answer has an attribute, or a part of it. */
export const isSelected = ({ only, without }: Selection, name: string): boolean =>
  (only === null || only.some(([first]) => first.name === name)) &&
  !without.some(([first, ...more]) => first.name === name && more.length === 0);

/** Always part of an answer. */
const always = ["schemas", "id"];

function pick(value: unknown, rest: readonly { name: string }[]): unknown {
  const [next, ...more] = rest;
  if (!next) return value;
  if (Array.isArray(value)) return value.map((element) => pick(element, rest));
  const below = (value as Resource | undefined)?.[next.name];
  return below === undefined ? {} : { [next.name]: pick(below, more) };
}

function merged(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((element, at) => merged(element, b[at]));
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return b;
  const result: Resource = { ...a };
  for (const [name, value] of Object.entries(b))
    result[name] = name in result ? merged(result[name], value) : value;
  return result;
}

function dropped(value: unknown, place: readonly { name: string }[]): unknown {
  const [next, ...more] = place;
  if (!next || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => dropped(element, place));
  const held = value as Resource;
  if (!(next.name in held)) return held;
  const { [next.name]: below, ...rest } = held;
  return more.length === 0 ? rest : { ...rest, [next.name]: dropped(below, more) };
}

/** The part of a resource that the request asked for. */
export function selected(resource: Resource, { only, without }: Selection): Resource {
  let result: unknown = resource;
  if (only) {
    const kept = Object.fromEntries(Object.entries(resource).filter(([name]) => always.includes(name)));
    result = only.reduce<unknown>((sum, place) => merged(sum, pick(resource, place)), kept);
  }
  for (const place of without) if (!always.includes(place[0].name)) result = dropped(result, place);
  return result as Resource;
}
