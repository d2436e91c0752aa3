import postgres, { type Sql } from "postgres";
import { afterAll, expect, it } from "vitest";
import { freshDatabase, testDatabase } from "./database";

const clients: Sql[] = [];
afterAll(() => Promise.all(clients.map((client) => client.end())));

function connect(url: string): Sql {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  clients.push(client);
  return client;
}

const tables = (sql: Sql) =>
  sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`;

it("a clone is migrated", async () => {
  const found = await tables(connect(await testDatabase()));
  expect(found.map((row) => row.name)).toContain("workspaces");
});

it("a test file keeps its database", async () => {
  expect(await testDatabase()).toBe(await testDatabase());
});

it("the rows of one clone are invisible in another", async () => {
  const [first, second] = (await Promise.all([testDatabase(), freshDatabase()])).map(connect);
  if (!first || !second) throw new Error("two databases were asked for");
  await first`CREATE TABLE only_here (n int)`;
  const seen = await tables(second);
  expect(seen.map((row) => row.name)).not.toContain("only_here");
  expect(seen.length).toBeGreaterThan(5);
});
