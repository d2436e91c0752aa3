/** What is still to be written: a value, or JSON text as it is. */
type Pending = { value: unknown } | { text: string };

/**
 * A JSON value as one text, whatever the order of its members: for fingerprints. Takes every value that `JSON.parse` makes: of any
 * depth (so it does not call itself), with half a surrogate pair, with a number too large for JSON, which it tells from null.
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

/** A form of the pages may hold instants, too. */
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
