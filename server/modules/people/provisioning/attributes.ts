import { enterpriseUserSchema } from "@/drizzle/schema/values";

/**
 * The attributes of SCIM resources that this server knows (RFC 7643, 4.1, 4.2 and 4.3): a closed list, so that no name of a request ever
 * becomes the name of a property.
 */
export interface Attribute {
  /** As RFC 7643 spells it. */
  name: string;
  kind: "text" | "boolean" | "complex" | "list";
  /** By name in lower case; of `complex` and `list`. */
  parts: ReadonlyMap<string, Attribute>;
  /** Given by the server: what a client sends is ignored (RFC 7643, 2.2). */
  isReadOnly?: true;
  /** Known to RFC 7643, and not kept: accepted and dropped. */
  isDropped?: true;
  /** Compared with its case (`caseExact`). */
  isExact?: true;
  /** Set with its element, which is replaced as a whole (`immutable`). */
  isImmutable?: true;
  /** The type of the resource whose address it is. */
  refersTo?: "User" | "Group";
}

export type Attributes = Attribute["parts"];

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

const byName = (list: readonly Attribute[]): Attributes =>
  new Map(list.map((one) => [one.name.toLowerCase(), one]));

const none: Attributes = new Map();
const text = (name: string, more: Partial<Attribute> = {}): Attribute => ({
  ...{ name, kind: "text", parts: none },
  ...more,
});
const complex = (name: string, parts: readonly Attribute[]): Attribute => ({
  ...{ name, kind: "complex", parts: byName(parts) },
});
const list = (name: string, parts: readonly Attribute[]): Attribute => ({
  ...{ name, kind: "list", parts: byName(parts) },
});
const dropped = (name: string, kind: Attribute["kind"]): Attribute => ({
  ...{ name, kind, parts: none, isDropped: true },
});
const boolean = (name: string): Attribute => ({ name, kind: "boolean", parts: none });
const reference = (refersTo: "User" | "Group"): Attribute => text("$ref", { refersTo });

const common: readonly Attribute[] = [
  text("id", { isReadOnly: true, isExact: true }),
  text("externalId", { isExact: true }),
  {
    ...complex("meta", [text("resourceType"), text("created"), text("lastModified"), text("location")]),
    isReadOnly: true,
  },
];

/** Of `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User`. */
const enterprise: Attribute = complex(enterpriseUserSchema, [
  ...["employeeNumber", "costCenter", "organization", "division", "department"].map((name) => text(name)),
  complex("manager", [
    text("value", { isExact: true }),
    reference("User"),
    text("displayName", { isReadOnly: true }),
  ]),
]);

export const userAttributes: Attributes = byName([
  ...common,
  text("userName"),
  complex(
    "name",
    ["formatted", "familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix"].map((name) =>
      text(name),
    ),
  ),
  ...["displayName", "title", "userType"].map((name) => text(name)),
  boolean("active"),
  list("emails", [text("value"), text("type"), text("display"), boolean("primary")]),
  list("addresses", [
    ...["type", "locality", "region", "country"].map((name) => text(name)),
    boolean("primary"),
    ...["formatted", "streetAddress", "postalCode"].map((name) => dropped(name, "text")),
  ]),
  enterprise,
  {
    ...list("groups", [text("value", { isExact: true }), reference("Group"), text("display"), text("type")]),
    isReadOnly: true,
  },
  ...["nickName", "profileUrl", "preferredLanguage", "locale", "timezone", "password"].map((name) =>
    dropped(name, "text"),
  ),
  ...["phoneNumbers", "ims", "photos", "entitlements", "roles", "x509Certificates"].map((name) =>
    dropped(name, "list"),
  ),
]);

export const groupAttributes: Attributes = byName([
  ...common,
  text("displayName"),
  list(
    "members",
    [text("value", { isExact: true }), reference("User"), text("type"), text("display")].map((part) => ({
      ...part,
      isImmutable: true,
    })),
  ),
]);

/** An attribute's place in a resource: `emails`, or `name` and below it `givenName`. */
export type Place =
  | readonly [Attribute]
  | readonly [Attribute, Attribute]
  | readonly [Attribute, Attribute, Attribute];

const schemas = [enterpriseUserSchema, userSchema, groupSchema];

/** The text without the URN of a schema in front of it, and whether that was the extension's. */
function withoutSchema(path: string): { rest: string; isExtension: boolean } {
  const lower = path.toLowerCase();
  const found = schemas.find(
    (schema) => lower === schema.toLowerCase() || lower.startsWith(`${schema.toLowerCase()}:`),
  );
  return { rest: found ? path.slice(found.length + 1) : path, isExtension: found === enterpriseUserSchema };
}

/**
 * Finds an attribute by its path: names in any case, with or without the URN of its schema (RFC 7644, 3.10). Attributes of the extension
 * are also found without it, as some providers send them.
 * @returns null when there is none of that name
 */
export function findPlace(attributes: Attributes, path: string): Place | null {
  const { rest, isExtension } = withoutSchema(path);
  const extension = attributes.get(enterpriseUserSchema.toLowerCase());
  if (isExtension && extension && rest === "") return [extension];
  const [first = "", second, ...more] = rest.toLowerCase().split(".");
  const core = isExtension ? undefined : attributes.get(first);
  if (core) return more.length > 0 ? null : below([core], core, second);
  const extended = extension?.parts.get(first);
  if (!extension || !extended || more.length > 0) return null;
  return below([extension, extended], extended, second);
}

function below(
  place: readonly [Attribute] | readonly [Attribute, Attribute],
  of: Attribute,
  name: string | undefined,
): Place | null {
  if (name === undefined) return place;
  if (of.isDropped) return place;
  const part = of.parts.get(name);
  return part ? ([...place, part] as unknown as Place) : null;
}
