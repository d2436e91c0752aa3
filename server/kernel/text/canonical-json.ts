/** Pending output: a value, or verbatim JSON text. */
type Pending = { value: unknown } | { text: string };

/**
 * Serializes a JSON value independently of the order of its members, for fingerprints. Accepts every result of `JSON.parse`: any depth
 * (so it is not recursive), lone surrogates, and numbers too large for JSON, which stay distinct from null.
 */
export function canonicalJson(value: unknown): string {
  let text = "";
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ("text" in next) text += next.text;
    else if (isNested(next.value)) pending.push(...partsOf(next.value).reverse());
    else text += scalar(next.value);
  }
  return text;
}

/** Values from a page's form may also contain `Date` objects, which are scalars. */
const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof Date);

function scalar(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return JSON.stringify(value) ?? "";
}

function partsOf(value: object): Pending[] {
  if (Array.isArray(value))
    return listed(
      "[",
      value.map((item) => [{ value: item }]),
      "]",
    );
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const members = entries.map(([name, item]) => [{ text: `${JSON.stringify(name)}:` }, { value: item }]);
  return listed("{", members, "}");
}

const listed = (open: string, members: readonly Pending[][], close: string): Pending[] => [
  { text: open },
  ...members.flatMap((member, i) => (i === 0 ? member : [{ text: "," }, ...member])),
  { text: close },
];
