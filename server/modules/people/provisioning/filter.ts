import { isStorable } from "@/server/kernel/text/text-rules";
import { type Attributes, findPlace, type Place } from "./attributes";
import { ScimError } from "./scim-error";

const comparisons = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
type Comparison = (typeof comparisons)[number];

export type FilterValue = string | number | boolean | null;

/** A filter of RFC 7644, 3.4.2.2. */
export type Filter =
  | { kind: "compare"; place: Place; with: Comparison; value: FilterValue }
  | { kind: "present"; place: Place }
  | { kind: "some"; place: Place; inner: Filter }
  | { kind: "and" | "or"; left: Filter; right: Filter }
  | { kind: "not"; inner: Filter };

/** Characters; no provider's filter comes near it. */
const longestFilter = 2000;
const deepest = 20;

const invalidFilter = (detail: string): ScimError => new ScimError(400, "invalidFilter", detail);

const tokenPattern = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  const trimmed = text.trimEnd();
  while (tokenPattern.lastIndex < trimmed.length) {
    const found = tokenPattern.exec(trimmed);
    if (!found) throw invalidFilter("The filter has a quotation mark without its end.");
    tokens.push(found[1] ?? found[2] ?? found[3] ?? "");
  }
  return tokens;
}

/** A recursive descent over the grammar of RFC 7644: `or` binds weaker than `and`, `not` has parentheses. */
class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly string[]) {}

  private word(): string | undefined {
    return this.tokens[this.at]?.toLowerCase();
  }

  private take(expected?: string): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw invalidFilter("The filter ends too early.");
    if (expected !== undefined && token !== expected)
      throw invalidFilter(`The filter has "${token.slice(0, 100)}" where "${expected}" belongs.`);
    this.at += 1;
    return token;
  }

  whole(attributes: Attributes): Filter {
    const filter = this.either(attributes);
    if (this.at < this.tokens.length)
      throw invalidFilter(`The filter goes on after its end: "${this.tokens[this.at]?.slice(0, 100)}".`);
    return filter;
  }

  private either(attributes: Attributes): Filter {
    let left = this.both(attributes);
    while (this.word() === "or") {
      this.at += 1;
      left = { kind: "or", left, right: this.both(attributes) };
    }
    return left;
  }

  private both(attributes: Attributes): Filter {
    let left = this.one(attributes);
    while (this.word() === "and") {
      this.at += 1;
      left = { kind: "and", left, right: this.one(attributes) };
    }
    return left;
  }

  private nested(attributes: Attributes, end: string): Filter {
    this.depth += 1;
    if (this.depth > deepest) throw invalidFilter("The filter is nested too deeply.");
    const inner = this.either(attributes);
    this.take(end);
    this.depth -= 1;
    return inner;
  }

  private one(attributes: Attributes): Filter {
    const token = this.take();
    if (token === "(") return this.nested(attributes, ")");
    if (token.toLowerCase() === "not" && this.word() === "(") {
      this.at += 1;
      return { kind: "not", inner: this.nested(attributes, ")") };
    }
    const place = findPlace(attributes, token);
    if (!place) throw invalidFilter(`There is no attribute "${token.slice(0, 200)}".`);
    if (this.word() === "[") {
      this.at += 1;
      const of = place[place.length - 1];
      if (of?.kind !== "list") throw invalidFilter(`"${token}" has one value only.`);
      return { kind: "some", place, inner: this.nested(of.parts, "]") };
    }
    const operator = this.take().toLowerCase();
    if (operator === "pr") return { kind: "present", place };
    const comparison = comparisons.find((known) => known === operator);
    if (!comparison) throw invalidFilter(`"${operator.slice(0, 100)}" is no operator.`);
    return { kind: "compare", place, with: comparison, value: readValue(this.take()) };
  }
}

/** A value is JSON (RFC 7644, 3.4.2.2); `True` and `False` are what Entra sends. */
function readValue(token: string): FilterValue {
  try {
    const value: unknown = JSON.parse(/^(?:true|false|null)$/i.test(token) ? token.toLowerCase() : token);
    const isValue = value === null || ["string", "number", "boolean"].includes(typeof value);
    if (isValue && isStorable(String(value))) return value as FilterValue;
  } catch {
    // Said below.
  }
  throw invalidFilter(`"${token.slice(0, 100)}" is no value: a text has quotation marks.`);
}

/** Reads a filter. @throws ScimError `invalidFilter` */
export function parseFilter(text: string, attributes: Attributes): Filter {
  if (text.length > longestFilter)
    throw invalidFilter(`The filter is longer than ${longestFilter} characters.`);
  return new Parser(tokensOf(text)).whole(attributes);
}

type Held = Readonly<Record<string, unknown>>;

/** The values at a place below an element: those of a list are several. */
function valuesAt(held: Held, place: Place): unknown[] {
  let values: unknown[] = [held];
  for (const { name, kind } of place)
    values = values.flatMap((value) => {
      const below = (value as Held | undefined)?.[name];
      if (below === undefined || below === null) return [];
      return kind === "list" && Array.isArray(below) ? below : [below];
    });
  return values;
}

const asBoolean = (value: unknown): unknown =>
  typeof value === "string" && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === "true" : value;

function holdsFor(actual: unknown, filter: Extract<Filter, { kind: "compare" }>): boolean {
  const attribute = filter.place.at(-1);
  const { value } = filter;
  if (attribute?.kind === "boolean")
    return filter.with === "ne" ? actual !== asBoolean(value) : actual === asBoolean(value);
  const fold = (text: unknown) => (attribute?.isExact ? String(text) : String(text).toLowerCase());
  const [a, b] = [fold(actual), fold(value)];
  switch (filter.with) {
    case "eq":
      return a === b;
    case "ne":
      return a !== b;
    case "co":
      return a.includes(b);
    case "sw":
      return a.startsWith(b);
    case "ew":
      return a.endsWith(b);
    case "gt":
      return a > b;
    case "ge":
      return a >= b;
    case "lt":
      return a < b;
    case "le":
      return a <= b;
  }
}

/** The value that stands for a list or a complex attribute that is compared itself: its `value`. */
const comparable = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? (value as Held).value : value;

/** Whether an element has what the filter asks for. */
export function matches(held: Held, filter: Filter): boolean {
  switch (filter.kind) {
    case "and":
      return matches(held, filter.left) && matches(held, filter.right);
    case "or":
      return matches(held, filter.left) || matches(held, filter.right);
    case "not":
      return !matches(held, filter.inner);
    case "present":
      return valuesAt(held, filter.place).length > 0;
    case "some":
      return valuesAt(held, filter.place).some((value) => matches(value as Held, filter.inner));
    case "compare": {
      const values = valuesAt(held, filter.place);
      if (filter.value === null) return (values.length === 0) === (filter.with === "eq");
      if (values.length === 0) return filter.with === "ne";
      return values.some((value) => holdsFor(comparable(value), filter));
    }
  }
}
