import { type Attribute, type Attributes, findPlace, type Place } from "./attributes";
import { type Filter, matches, parseFilter } from "./filter";
import { readAttribute } from "./read-resource";
import { invalidPath, invalidSyntax, invalidValue, ScimError } from "./scim-error";

/** A resource, or a complex value in it. Its keys are names of `Attribute`, never of a request. */
export type Held = { [name: string]: unknown };

type Op = "add" | "replace" | "remove";

interface Operation {
  op: Op;
  path: string | null;
  value: unknown;
}

const maxOperations = 1000;

const own = (of: object, name: string): unknown =>
  Object.entries(of).find(([key]) => key.toLowerCase() === name)?.[1];

/** The operations of a PATCH body (RFC 7644, 3.5.2), names and verbs in any case. @throws ScimError `invalidSyntax` */
export function readOperations(body: Held): Operation[] {
  const list = own(body, "operations");
  if (!Array.isArray(list) || list.length === 0)
    throw invalidSyntax("Operations must be a list with an operation.");
  if (list.length > maxOperations)
    throw new ScimError(413, null, `There are more than ${maxOperations} operations.`);
  return list.map((one: unknown) => {
    if (typeof one !== "object" || one === null) throw invalidSyntax("An operation must be an object.");
    const op = String(own(one, "op")).toLowerCase();
    if (op !== "add" && op !== "replace" && op !== "remove")
      throw invalidSyntax(`"${op.slice(0, 50)}" is no operation: add, replace or remove.`);
    const path = own(one, "path");
    if (path !== undefined && path !== null && typeof path !== "string")
      throw new ScimError(400, "invalidPath", "A path must be a text.");
    return { op, path: path || null, value: own(one, "value") };
  });
}

/** `emails[type eq "work"].value`: the list, the filter of its elements, and the attribute below them. */
const filteredPath = /^([^[\]]+)\[(.*)\](?:\.([^[\].]+))?$/s;

interface Target {
  place: Place;
  filter: Filter | null;
}

function targetOf(attributes: Attributes, path: string): Target {
  const filtered = filteredPath.exec(path);
  const place = findPlace(attributes, filtered?.[1] ?? path);
  if (!place) throw invalidPath(path);
  const last = place[place.length - 1];
  if (!filtered || last?.isDropped) return { place, filter: null };
  if (last?.kind !== "list") throw invalidPath(path);
  const filter = parseFilter(filtered[2] ?? "", last.parts);
  if (filtered[3] === undefined) return { place, filter };
  const part = last.parts.get(filtered[3].toLowerCase());
  if (!part) throw invalidPath(path);
  return { place: [...place, part] as unknown as Place, filter };
}

const elementsOf = (held: Held, { name }: Attribute): Held[] =>
  Array.isArray(held[name]) ? (held[name] as Held[]) : [];

const keyOf = (element: Held): string => JSON.stringify(element.value ?? element).toLowerCase();

/** At most one element is primary (RFC 7643, 2.4): the one that was written last. */
function withOnePrimary(elements: readonly Held[], written: readonly Held[]): Held[] {
  const primary = written.findLast((element) => element.primary === true);
  if (!primary) return [...elements];
  return elements.map((element) =>
    element !== primary && element.primary === true ? { ...element, primary: false } : element,
  );
}

function writeList(held: Held, list: Attribute, op: Op, value: unknown): void {
  const present = elementsOf(held, list);
  const given = value === undefined || value === null ? null : (readAttribute(list, value) as Held[]);
  if (op === "remove") {
    const gone = new Set(given?.map(keyOf));
    const rest = given === null ? [] : present.filter((element) => !gone.has(keyOf(element)));
    held[list.name] = rest;
    return;
  }
  const elements = given ?? [];
  if (op === "replace") {
    held[list.name] = withOnePrimary(elements, elements);
    return;
  }
  const known = new Set(present.map(keyOf));
  const added = elements.filter((element) => !known.has(keyOf(element)));
  held[list.name] = withOnePrimary([...present, ...added], added);
}

/** The elements that an `eq` filter describes, for an attribute of an element that does not exist yet. */
function describedBy(filter: Filter): Held | null {
  if (filter.kind === "and") {
    const [left, right] = [describedBy(filter.left), describedBy(filter.right)];
    return left && right ? { ...left, ...right } : null;
  }
  if (filter.kind !== "compare" || filter.with !== "eq" || filter.place.length !== 1) return null;
  const [attribute] = filter.place;
  return { [attribute.name]: readAttribute(attribute, filter.value) };
}

function writeElements(
  held: Held,
  list: Attribute,
  part: Attribute | undefined,
  filter: Filter,
  op: Op,
  value: unknown,
) {
  const present = elementsOf(held, list);
  const isMeant = (element: Held) => matches(element, filter);
  if (op === "remove") {
    if (!part) held[list.name] = present.filter((element) => !isMeant(element));
    else
      held[list.name] = present
        .map((element) => (isMeant(element) ? without(element, part.name) : element))
        // An element without its value says nothing.
        .filter((element) => element.value !== undefined || part.name !== "value");
    return;
  }
  const read = part ? { [part.name]: readAttribute(part, value) } : elementOf(list, value);
  if (!present.some(isMeant)) {
    const described = describedBy(filter);
    if (!described) throw new ScimError(400, "noTarget", "No element matches the filter of the path.");
    const made = { ...described, ...read };
    held[list.name] = withOnePrimary([...present, made], [made]);
    return;
  }
  const written: Held[] = [];
  const elements = present.map((element) => {
    if (!isMeant(element)) return element;
    const changed = { ...element, ...read };
    written.push(changed);
    return changed;
  });
  held[list.name] = withOnePrimary(elements, written);
}

const without = (element: Held, name: string): Held =>
  Object.fromEntries(Object.entries(element).filter(([key]) => key !== name));

function elementOf(list: Attribute, value: unknown): Held {
  const [element, ...more] = readAttribute(list, value) as Held[];
  if (!element || more.length > 0)
    throw invalidValue(`The value for one of ${list.name} must be one object.`);
  return element;
}

/** The complex value that holds the last attribute of the place; made where there is none. */
function holderOf(resource: Held, above: readonly Attribute[]): Held {
  let held = resource;
  for (const { name } of above) {
    const next = (held[name] as Held | undefined) ?? {};
    held[name] = { ...next };
    held = held[name] as Held;
  }
  return held;
}

function write(resource: Held, { place, filter }: Target, op: Op, value: unknown): void {
  const path = [...place];
  if (path.some(({ isReadOnly, isDropped }) => isReadOnly || isDropped)) return;
  const list = path.findIndex(({ kind }) => kind === "list");
  const held = holderOf(resource, path.slice(0, list < 0 ? -1 : list));
  const [attribute, part] = list < 0 ? path.slice(-1) : path.slice(list);
  if (!attribute) return;
  if (filter) writeElements(held, attribute, part, filter, op, value);
  else if (part) writeEach(held, attribute, part, op, value);
  else if (attribute.kind === "list") writeList(held, attribute, op, value);
  else if (op === "remove" || value === null || value === "") delete held[attribute.name];
  else if (attribute.kind === "complex")
    held[attribute.name] = {
      ...(held[attribute.name] as Held | undefined),
      ...(readAttribute(attribute, value) as Held),
    };
  else held[attribute.name] = readAttribute(attribute, value);
}

/** `emails.value` without a filter means every element; where there is none, a new one. */
function writeEach(held: Held, list: Attribute, part: Attribute, op: Op, value: unknown): void {
  const present = elementsOf(held, list);
  if (op === "remove") held[list.name] = present.map((element) => without(element, part.name));
  else {
    const read = { [part.name]: readAttribute(part, value) };
    held[list.name] = present.length > 0 ? present.map((element) => ({ ...element, ...read })) : [read];
  }
}

const names = ["__proto__", "constructor", "prototype"];
const isPath = (key: string): boolean => /[.:[\]]/.test(key) || names.includes(key);

/** Applies one operation without a path: each key of its value is an attribute, or a path as Entra and Okta send them. */
function writeAll(resource: Held, attributes: Attributes, op: Op, value: unknown): void {
  if (op === "remove") throw new ScimError(400, "noTarget", "What is removed has a path.");
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidValue("Without a path the value must be an object.");
  for (const [key, part] of Object.entries(value)) {
    // Other names are ignored, as in the body of a POST.
    if (!isPath(key) && !findPlace(attributes, key)) continue;
    write(resource, targetOf(attributes, key), op, part);
  }
}

/**
 * The resource after these operations; the one given stays as it was, so that a fault in any of them changes nothing (RFC 7644, 3.5.2).
 * @throws ScimError
 */
export function patched(resource: Held, attributes: Attributes, operations: readonly Operation[]): Held {
  const result = structuredClone(resource);
  for (const { op, path, value } of operations) {
    if (path === null) writeAll(result, attributes, op, value);
    else write(result, targetOf(attributes, path), op, value);
  }
  return result;
}
