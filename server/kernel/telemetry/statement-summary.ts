const longest = 100;
/** Maximum number of cached texts. Texts are few, except where parameter lists produce many. */
const maxRemembered = 2000;
const remembered = new Map<string, string>();

/** A statement's operation and tables, without values (OpenTelemetry's `db.query.summary`). */
export function summaryOf(text: string): string {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const summary = made(text);
  if (remembered.size < maxRemembered) remembered.set(text, summary);
  return summary;
}

function made(text: string): string {
  const bare = text
    .toLowerCase()
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\b(?:extract\s*\(\s*\w+|distinct) from\b/g, "");
  const written = /\b(?:insert into|update|delete from)\s+"?[a-z_]/.exec(bare)?.[0].split(/\s/, 1)[0];
  const operation = written ?? /\b[a-z]+\b/.exec(bare)?.[0].replace(/^with$/, "select") ?? "";
  const named = bare.matchAll(/\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/g);
  // The names of CTEs are not tables.
  const own = new Set([...bare.matchAll(/\b([a-z_]+) as (?:materialized )?\(/g)].map(([, name]) => name));
  const tables = [...named]
    .map(([, name]) => name)
    .filter((name) => !own.has(name) && !words.has(name ?? ""));
  return [operation.toUpperCase(), ...new Set(tables)].join(" ").slice(0, longest).trimEnd();
}

/** Keywords of `for update skip locked`, `on conflict do update set`, `is distinct from`, and set-returning functions. */
const words = new Set([
  "skip",
  "nowait",
  "set",
  "of",
  "lateral",
  "unnest",
  "generate_series",
  "now",
  "select",
]);
