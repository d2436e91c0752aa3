import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";
import { arrayOf } from "./array-of";
import { preparedBy, statement } from "./db";
import { isAnyOf, literal, unnested } from "./sql-parts";

let services: Services;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const echo = statement<{ texts: (string | null)[]; numbers: (number | null)[] }>(
  sql`select to_json(${sql.placeholder("texts")}::text[]) as texts, to_json(${sql.placeholder("numbers")}::int[]) as numbers`,
);

it("arrays encoded as text round-trip unchanged", async () => {
  const texts = [
    ...[
      "",
      " ",
      "plain",
      'quo"te',
      "back\\slash",
      '\\"',
      "{a,b}",
      "NULL",
      "null",
      "a,b",
      "'",
      "\u007f\u2028",
    ],
    ...["line\nbreak\ttab\r", 'both "\n" and \\n', "Ilić 🌴", '{"a":"b\\n\\"c\\""}', null],
  ];
  const numbers = [0, -1, 2_147_483_647, null];
  const [row] = await echo(services.db, { texts: arrayOf(texts), numbers: arrayOf(numbers) });
  expect(row).toEqual({ texts, numbers });
  expect(await echo(services.db, { texts: arrayOf([]), numbers: arrayOf([]) })).toMatchObject([
    { texts: [], numbers: [] },
  ]);
});

const named = (db: Services["db"]) =>
  db.select({ id: workspaces.id, name: workspaces.name }).from(workspaces).orderBy(workspaces.name);

it("a list of any length is one parameter of one text, as a value or as a placeholder", async () => {
  const rows = ["a,b", 'c"d', "e\\f"].map((name) => ({
    id: newId(),
    name,
    plan: "FREE" as const,
    createdAt: new Date(),
  }));
  await services.db.insert(workspaces).values(rows);
  const prepared = preparedBy((db) =>
    named(db)
      .where(isAnyOf(workspaces.name, sql.placeholder("names")))
      .prepare("named"),
  );
  for (const names of [rows.map(({ name }) => name), ["a,b"], []]) {
    const atOnce = named(services.db).where(isAnyOf(workspaces.name, names));
    expect(atOnce.toSQL()).toMatchObject({
      sql: expect.stringContaining("= any($1)"),
      params: [arrayOf(names)],
    });
    expect((await atOnce).map(({ name }) => name)).toEqual(names);
    expect((await prepared(services.db).execute({ names })).map(({ name }) => name)).toEqual(names);
  }
  const ids = rows.map(({ id }) => id);
  expect(await named(services.db).where(isAnyOf(workspaces.id, ids))).toHaveLength(3);
});

const sideBySide = statement<{ id: number; words: string }>(
  sql`select g.id, g.words || ${literal("it's")} as words from ${unnested("g", { id: "integer", words: "text" })} limit ${literal(2)}`,
);

it("parallel lists become rows, and constants are part of the text", async () => {
  const values = { id: arrayOf([1, 2, 3]), words: arrayOf(["a ", "b ", "c "]) };
  expect(await sideBySide(services.db, values)).toEqual([
    { id: 1, words: "a it's" },
    { id: 2, words: "b it's" },
  ]);
});
