import { enterpriseUserSchema } from "@/drizzle/schema/values";
import { isStorable } from "@/server/kernel/text/text-rules";
import type { Attribute, Attributes } from "./attributes";
import { invalidValue } from "./scim-error";

type Held = { [name: string]: unknown };

/** Characters of one value. */
const longestText = 1000;
const maxElements = 5000;

/** A value that came as `[{ "value": … }]` although the attribute has one only, as Entra's older mode sends it. */
function bare(value: unknown): unknown {
  const [only, ...more] = Array.isArray(value) ? value : [value];
  if (more.length > 0) return value;
  if (typeof only === "object" && only !== null && "value" in only) return only.value;
  return only;
}

function readText({ name }: Attribute, given: unknown): string {
  const value = bare(given);
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof text !== "string") throw invalidValue(`${name} must be a text.`);
  if (text.length > longestText) throw invalidValue(`${name} must have at most ${longestText} characters.`);
  if (!isStorable(text)) throw invalidValue(`${name} has a character that is none.`);
  return text;
}

/** "True" and "False" are what Entra sends unless its flag is set. */
function readBoolean({ name }: Attribute, given: unknown): boolean {
  const value = bare(given);
  const text = String(value).toLowerCase();
  if (text === "true") return true;
  if (text === "false") return false;
  throw invalidValue(`${name} must be true or false.`);
}

/** A manager that is sent as its id alone. */
const asObject = (value: unknown): unknown => (typeof value === "string" ? { value } : bareObject(value));
const bareObject = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

/** One value of an attribute, in our names. @throws ScimError `invalidValue` */
export function readAttribute(attribute: Attribute, value: unknown): unknown {
  switch (attribute.kind) {
    case "text":
      return readText(attribute, value);
    case "boolean":
      return readBoolean(attribute, value);
    case "complex": {
      const object = asObject(value);
      if (typeof object !== "object" || object === null || Array.isArray(object))
        throw invalidValue(`${attribute.name} must be an object.`);
      return readParts(attribute.parts, object as Held);
    }
    case "list": {
      const list = Array.isArray(value) ? value : [value];
      if (list.length > maxElements)
        throw invalidValue(`${attribute.name} must have at most ${maxElements} values.`);
      return list.map((element) => {
        const object = asObject(element);
        if (typeof object !== "object" || object === null)
          throw invalidValue(`Each of ${attribute.name} must be an object.`);
        return readParts(attribute.parts, object as Held);
      });
    }
  }
}

/** The attributes of an object that we keep, in our names; null and empty values are absent ones (RFC 7643, 2.5). */
function readParts(parts: Attributes, object: Held): Held {
  const read: Held = {};
  for (const [key, value] of Object.entries(object)) {
    const attribute = parts.get(key.toLowerCase());
    if (!attribute || attribute.isReadOnly || attribute.isDropped) continue;
    if (value === null || value === "" || value === undefined) continue;
    read[attribute.name] = readAttribute(attribute, value);
  }
  return read;
}

/**
 * A resource as a client sends it in POST and PUT: known attributes in our names, whatever their case; everything else is ignored.
 * @throws ScimError `invalidValue`
 */
export function readResource(body: Held, attributes: Attributes): Held {
  const read = readParts(attributes, body);
  // Attributes of the extension that are sent beside those of the core.
  const extension = attributes.get(enterpriseUserSchema.toLowerCase());
  if (!extension) return read;
  const beside = Object.fromEntries(
    Object.entries(body).filter(([key]) => !attributes.has(key.toLowerCase())),
  );
  const extended = readParts(extension.parts, beside);
  if (Object.keys(extended).length > 0)
    read[extension.name] = { ...extended, ...(read[extension.name] as Held | undefined) };
  return read;
}
