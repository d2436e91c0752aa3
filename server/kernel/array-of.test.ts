import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testServices } from "@/server/test/services";
import { arrayOf, statement } from "./db";
import type { Services } from "./services";

let services: Services;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const echo = statement<{ texts: (string | null)[]; numbers: (number | null)[] }>(
  sql`select to_json(${sql.placeholder("texts")}::text[]) as texts, to_json(${sql.placeholder("numbers")}::int[]) as numbers`,
);

it("arrays that were written as text come back as they were", async () => {
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
