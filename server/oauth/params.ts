/** The parameters of a request: each at most once; an empty one counts as absent (RFC 6749, 3.1 and 3.2). */
export class Params {
  private readonly values = new Map<string, string>();
  /** Repeated, or not text; the caller that needs the name decides what that means. */
  readonly faulty = new Set<string>();
  /** The only parameter that may be repeated (RFC 8707, 2); a JSON body may list them. */
  readonly resources: unknown[] = [];

  add(name: string, value: unknown): void {
    if (value === null || value === undefined) return;
    if (name === "resource") {
      this.resources.push(...(Array.isArray(value) ? value : [value]).filter((resource) => resource !== ""));
      return;
    }
    if (this.values.has(name) || typeof value !== "string") this.faulty.add(name);
    this.values.set(name, typeof value === "string" ? value : "");
  }

  get(name: string): string | undefined {
    return this.values.get(name) || undefined;
  }
}

/** The scopes of a request, without duplicates; empty when it names none. */
export const scopesOf = (params: Params): string[] => [
  ...new Set((params.get("scope") ?? "").split(" ").filter((scope) => scope !== "")),
];

/** Parameters of a query string or a form. */
export function formParams(text: string): Params {
  const params = new Params();
  for (const [name, value] of new URLSearchParams(text)) params.add(name, value);
  return params;
}

/** The raw value of a parameter in the query, still encoded. */
export function rawParameter(search: string, name: string): string | undefined {
  for (const part of search.split("&")) {
    const [[found, value] = ["", ""]] = [...new URLSearchParams(part)];
    if (found === name && value !== "") return part.slice(part.indexOf("=") + 1);
  }
  return undefined;
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** Names at the top level of a JSON object, with repetitions: JSON.parse keeps only the last of equal ones. */
function topLevelNames(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let last = "";
  for (const [token] of json.matchAll(jsonToken)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (token === ":" && depth === 1) names.push(JSON.parse(last));
    last = token;
  }
  return names;
}

/** Parameters of a JSON body; null when it is not a JSON object. */
export function jsonParams(text: string): Params | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const params = new Params();
  for (const [name, member] of Object.entries(value)) params.add(name, member);
  const seen = new Set<string>();
  for (const name of topLevelNames(text)) {
    if (seen.has(name) && name !== "resource") params.faulty.add(name);
    seen.add(name);
  }
  return params;
}
