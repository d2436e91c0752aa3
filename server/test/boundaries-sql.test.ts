import path from "node:path";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./source-files";

const isTest = (file: string) => /\.test\.tsx?$|^server\/test\//.test(file);
const server = sourceFiles(["server"]);
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, "$1");

/** These folders may load, empty and vacuum a database: they are run manually. */
const byHand = /^server\/(bench|cli)\//;
const shipped = server.filter(({ path: file }) => !isTest(file) && !byHand.test(file));

const holding = (pattern: RegExp) =>
  shipped
    .filter(({ path: file }) => !file.startsWith("server/kernel/"))
    .filter(({ text }) => pattern.test(code(text)))
    .map(({ path: file }) => file);

describe("SQL has three ways: Drizzle's builder, `preparedBy`, and `statement` with `arrayOf` (docs/contributing.md)", () => {
  it("no code executes SQL built for one call: `statement` builds it once", () => {
    expect(holding(/\.execute(<[^(]*>)?\(\s*sql\b/)).toEqual([]);
  });

  it("a list is one parameter, by `isAnyOf` or `arrayOf`", () => {
    expect(holding(/\bsql\.param\b|\binArray\([^;]*?, \[/)).toEqual([]);
  });

  it("no text becomes SQL: a constant is a `literal`, a name an `sql.identifier`", () => {
    expect(holding(/\bsql\.raw\b|\bunsafe\b/)).toEqual([]);
  });

  it("jobs delete and erase expired rows in steps, by `deleteInSteps` and `updateInSteps`", () => {
    const lists = shipped.filter(({ path: file }) => /^server\/(jobs\/list|api\/due-jobs)\.ts$/.test(file));
    const imports = lists.flatMap(({ text, path: file }) =>
      [
        ...text.matchAll(
          /import \{([^}]*\b(?:delete|sweep|cleanUp)[A-Z][^}]*)\} from "(?:@\/([^"]*)|\.\/([^"]*))"/g,
        ),
      ].map(
        ([, , absolute, beside]) =>
          `${absolute ?? path.posix.join(path.posix.dirname(file), beside ?? "")}.ts`,
      ),
    );
    expect(imports.length).toBeGreaterThan(10);
    const sweeps = server.filter(({ path: file }) => imports.includes(file));
    expect(sweeps).toHaveLength(imports.length);
    // Rows of several tables that belong together, in their own steps.
    const own = [
      "server/modules/integrations/webhooks/sweep.ts",
      "server/modules/workspace/retention/delete-expired.ts",
    ];
    const inSteps = sweeps.filter(({ text }) => /\b(deleteInSteps|deleteInWide)\(/.test(text));
    expect(
      sweeps
        .map(({ path: file }) => file)
        .filter((file) => !own.includes(file))
        .sort(),
    ).toEqual(
      inSteps
        .map(({ path: file }) => file)
        .filter((file) => !own.includes(file))
        .sort(),
    );
    const atOnce =
      /\.(delete|update)\((db|services\.db)\)|\bdb\s*\.(delete|update)\((?!\w+\)\.where\(eq\()|\bdelete from\b/;
    const found = sweeps.filter(({ text }) => atOnce.test(code(text))).map(({ path: file }) => file);
    expect(found.sort()).toEqual(own);
  });

  it("values of SQL are decoded by `readAs`: the session does not know Drizzle's own decoders", () => {
    const unread =
      /\.mapWith\(|\b(avg|avgDistinct|count|countDistinct|max|min|sum|sumDistinct)\b[^}]*\} from "drizzle-orm"/;
    const wrong = server.filter(({ text }) => unread.test(code(text)));
    expect(wrong.map(({ path: file }) => file)).toEqual([]);
  });
});
