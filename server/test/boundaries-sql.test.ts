import { describe, expect, it } from "vitest";
import { sourceFiles } from "./source-files";

const isTest = (file: string) => /\.test\.tsx?$|^server\/test\//.test(file);
const server = sourceFiles(["server"]);
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, "$1");

/** Loading, emptying and vacuuming a database is theirs: they run once, by hand. */
const byHand = /^server\/(bench|cli)\//;
const shipped = server.filter(({ path: file }) => !isTest(file) && !byHand.test(file));

const holding = (pattern: RegExp) =>
  shipped
    .filter(({ path: file }) => !file.startsWith("server/kernel/"))
    .filter(({ text }) => pattern.test(code(text)))
    .map(({ path: file }) => file);

describe("SQL has three ways: Drizzle's builder, `preparedBy`, and `statement` with `arrayOf` (docs/contributing.md)", () => {
  it("nobody executes SQL that is put together for one call: `statement` builds it once", () => {
    expect(holding(/\.execute(<[^(]*>)?\(\s*sql\b/)).toEqual([]);
  });

  it("a list is one parameter, by `isAnyOf` or `arrayOf`", () => {
    expect(holding(/\bsql\.param\b|\binArray\([^;]*?, \[/)).toEqual([]);
  });

  it("no text becomes SQL: a constant is a `literal`, a name an `sql.identifier`", () => {
    expect(holding(/\bsql\.raw\b|\bunsafe\b/)).toEqual([]);
  });

  it("values of SQL are decoded by `readAs`: the session does not know Drizzle's own decoders", () => {
    const unread =
      /\.mapWith\(|\b(avg|avgDistinct|count|countDistinct|max|min|sum|sumDistinct)\b[^}]*\} from "drizzle-orm"/;
    const wrong = server.filter(({ text }) => unread.test(code(text)));
    expect(wrong.map(({ path: file }) => file)).toEqual([]);
  });
});
