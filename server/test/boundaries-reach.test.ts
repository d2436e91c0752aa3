import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files";

const isTest = ({ path: file }: SourceFile) => /\.test\.tsx?$|^server\/test\//.test(file);
const shipped = sourceFiles(["server", "app"])
  .filter((file) => !isTest(file))
  .filter(({ path: file }) => !/^server\/(bench|cli|kernel)\//.test(file));

const modules = import.meta.glob<Record<string, unknown>>("../../drizzle/schema/*.ts", { eager: true });
/** Tables whose rows all belong to a workspace, by their name in the code. */
const tenantTables = new Map(
  Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, table]) =>
      is(table, PgTable) && getTableColumns(table).workspaceId?.notNull
        ? [[name, getTableName(table)] as const]
        : [],
    ),
);

interface Place {
  path: string;
  line: number;
  what: string;
}
const show = ({ path, line, what }: Place) => `${path}:${line} ${what}`;
const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

/** The names of tenant tables in a file: their own, aliases, and `table` for any of several. */
function namesIn({ text }: SourceFile): Set<string> {
  const names = new Set([...tenantTables.keys(), "table"]);
  for (const [, alias = "", table = ""] of text.matchAll(/\b(\w+) = alias\((\w+),/g))
    if (names.has(table)) names.add(alias);
  return names;
}

/**
 * `from`, `update`, `delete` and `$count` of Drizzle's builder on a tenant table, and joins of a query that does not start from `scoped`.
 */
function builtBeside(file: SourceFile): Place[] {
  const names = namesIn(file);
  const found: Place[] = [];
  let start = "";
  const steps =
    /\bscoped\(|\.(from|update|delete|\$count|innerJoin|leftJoin|rightJoin|fullJoin)\(\s*(?:\w+\.)*(\w+)/g;
  for (const { 0: what, 1: step, 2: table = "", index } of file.text.matchAll(steps)) {
    if (step === undefined || !/Join$/.test(step)) start = step ?? "scoped";
    if (step === undefined || !names.has(table)) continue;
    if (/Join$/.test(step) && start === "scoped") continue;
    found.push({ path: file.path, line: lineAt(file.text, index), what: what.replace(/\s/g, "") });
  }
  return found;
}

/** The end of a template literal that begins at `index`. */
function endOfTemplate(text: string, index: number): number {
  let at = index + 1;
  while (at < text.length && text[at] !== "`") {
    if (text.startsWith("${", at)) {
      let depth = 1;
      for (at += 2; depth > 0 && at < text.length; at++) {
        if (text[at] === "`") at = endOfTemplate(text, at);
        else if (text[at] === "{") depth++;
        else if (text[at] === "}") depth--;
      }
    } else at += text[at] === "\\" ? 2 : 1;
  }
  return at;
}

const inSql = [...tenantTables.values()].join("|");

/** SQL with fewer workspace conditions than tenant tables. */
function saidWithoutWorkspace(file: SourceFile): Place[] {
  const names = [...namesIn(file)].join("|");
  const tables = new RegExp(
    `\\b(?:(?<!is distinct )from|join|(?<!do |for |key )update)\\s+(?:\\$\\{(?:${names})\\}|(?:${inSql})\\b)`,
    "g",
  );
  const workspaces = /\.workspaceId\}|\bworkspace_id\b|\.within\b|\bsameWorkspace\(/g;
  const found: Place[] = [];
  let end = -1;
  for (const { index } of file.text.matchAll(/\bsql(?:<[^`]*?>)?`/g)) {
    if (index < end) continue;
    const tick = file.text.indexOf("`", index);
    end = endOfTemplate(file.text, tick);
    const body = file.text.slice(tick, end);
    const read = body.match(tables) ?? [];
    if (read.length > (body.match(workspaces)?.length ?? 0))
      found.push({ path: file.path, line: lineAt(file.text, index), what: read.join(", ") });
  }
  return found;
}

/** Allowed exceptions with their reasons; each must still be needed. */
const reasons: Record<string, string> = {
  "server/access/scoped.ts": "is the way",
  "server/oauth/token/grants/code-store.ts":
    "starts from the client; the code, by its hash, says whose grant it is",
  "server/oauth/token/grants/refresh-token-store.ts":
    "starts from the client; the token, by its hash, says whose grant it is",
  "server/worker/queue-state.ts":
    "counts leases for the operator; the engine stands left of access and serves every workspace",
};

describe("a workspace's rows", () => {
  const beside = shipped.flatMap((file) => [...builtBeside(file), ...saidWithoutWorkspace(file)]);

  it("are tables of the schema", () => {
    expect([...tenantTables.keys()]).toEqual(
      expect.arrayContaining(["users", "leaves", "apiKeys", "sessions"]),
    );
    expect(tenantTables.has("oauthClients")).toBe(false);
  });

  it("are reached through `scoped` only", () => {
    const wrong = beside.filter(({ path: file }) => !(file in reasons));
    expect(wrong.map(show)).toEqual([]);
  });

  it("no exception is obsolete", () => {
    const needed = new Set(beside.map(({ path: file }) => file));
    expect(Object.keys(reasons).filter((file) => !needed.has(file))).toEqual([]);
  });

  it("only server/access makes a scope", () => {
    const makes = /\bas (Reach|Given|Narrow|Workspace|EveryWorkspace|Whole|Extent)\b(?!\[)/;
    const wrong = shipped.filter(
      ({ path: file, text }) => makes.test(text) && !file.startsWith("server/access/"),
    );
    expect(wrong.map(({ path: file }) => file)).toEqual([]);
  });
});
