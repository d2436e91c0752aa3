/** A tree of path segments; `{}` matches any single segment. */
interface Node<T> {
  children: Map<string, Node<T>>;
  methods: Map<string, T>;
  names: readonly string[];
}

interface Match<T> {
  route: T;
  params: Record<string, string>;
}

export type MatchResult<T> =
  | { found: Match<T> }
  | { found: null /** The path's methods; empty when the path is unknown. */; allow: string[] };

const isParam = (segment: string) => segment.startsWith("{") && segment.endsWith("}");

/** Finds the route of a method and path. Literal segments take precedence over parameters; nothing is trimmed or guessed. */
export class Router<T extends { method: string; path: string }> {
  private readonly root: Node<T> = { children: new Map(), methods: new Map(), names: [] };

  constructor(routes: readonly T[]) {
    for (const route of routes) this.add(route);
  }

  private add(route: T): void {
    const segments = route.path.split("/").slice(1);
    let node = this.root;
    for (const segment of segments) {
      const key = isParam(segment) ? "{}" : segment;
      const child = node.children.get(key) ?? { children: new Map(), methods: new Map(), names: [] };
      node.children.set(key, child);
      node = child;
    }
    if (node.methods.has(route.method)) throw new Error(`${route.method} ${route.path} is declared twice`);
    node.names = segments.filter(isParam).map((segment) => segment.slice(1, -1));
    node.methods.set(route.method, route);
  }

  match(method: string, path: string): MatchResult<T> {
    const values: string[] = [];
    const node = walk(this.root, path.split("/"), 1, values);
    if (!node) return { found: null, allow: [] };
    const route = node.methods.get(method === "HEAD" ? "GET" : method);
    if (!route) return { found: null, allow: allowOf(node.methods) };
    const params: Record<string, string> = {};
    for (const [i, name] of node.names.entries()) params[name] = values[i] ?? "";
    return { found: { route, params } };
  }
}

function walk<T>(node: Node<T>, segments: string[], at: number, values: string[]): Node<T> | null {
  const segment = segments[at];
  if (segment === undefined) return node.methods.size > 0 ? node : null;
  const literal = node.children.get(segment);
  const found = literal && walk(literal, segments, at + 1, values);
  if (found) return found;
  const any = node.children.get("{}");
  if (!any || segment === "") return null;
  values.push(segment);
  const deeper = walk(any, segments, at + 1, values);
  if (!deeper) values.pop();
  return deeper;
}

function allowOf(methods: ReadonlyMap<string, unknown>): string[] {
  const names = [...methods.keys()];
  return names.includes("GET") ? [...names, "HEAD"] : names;
}
