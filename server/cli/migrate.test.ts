import { type AddressInfo, connect, createServer } from "node:net";
import { Command } from "commander";
import postgres from "postgres";
import { expect, it, onTestFinished, vi } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import { loadSettings } from "@/server/kernel/env";
import { emptyDatabase, testDatabase } from "@/server/test/database";
import { testEnvironment } from "@/server/test/services";
import { migrateCommand } from "./commands/migrate";
import { openDatabase } from "./open-database";

it("a database migrated by a newer release is refused, with one line", async () => {
  const url = await testDatabase();
  const sql = postgres(url, { max: 1 });
  await migrate(url);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${newestMigration.at + 1})`;
  await expect(migrate(url)).rejects.toThrow(
    /^DATABASE_URL was migrated by a newer release than this one, whose newest migration is \d{4}_\w+;/,
  );
  await sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`;
  await sql.end();
});

it("a process that waits for another's migration says so, and goes on after it", async () => {
  const url = await testDatabase();
  const other = postgres(url, { max: 1 });
  await other`select pg_advisory_lock(727001)`;
  const said: string[] = [];
  await migrate(url, undefined, (what) => {
    said.push(what);
    void other.end();
  });
  expect(said).toEqual(["waiting for another process that migrates the database"]);
});

it("of two concurrent migrations of an empty database one applies", async () => {
  const url = await emptyDatabase();
  const applied = await Promise.all([1, 2].map(() => migrate(url)));
  const [none, all] = applied.sort((a, b) => a.length - b.length);
  expect(none).toEqual([]);
  expect(all?.at(-1)).toBe(newestMigration.name);
});

it("a database that is not migrated is refused with one line when MIGRATE_AT_START is off", async () => {
  const refusal = /^DATABASE_URL is not migrated to \d{4}_\w+, .*run `npm run admin -- migrate`/;
  const url = await emptyDatabase();
  const env = { ...(await testEnvironment()), DATABASE_URL: url, BASE_URL: "", MIGRATE_AT_START: "false" };
  const start = () => openDatabase(url, loadSettings(env), () => undefined);
  await expect(start()).rejects.toThrow(refusal);
  await migrate(url);
  await start();
  const sql = postgres(url, { max: 1 });
  await sql`delete from drizzle.__drizzle_migrations where created_at = ${newestMigration.at}`;
  await sql.end();
  await expect(start()).rejects.toThrow(refusal);
});

it("a command of the operator sets up an empty database, and changes no older schema", async () => {
  const url = await emptyDatabase();
  const settings = loadSettings({ ...(await testEnvironment()), DATABASE_URL: url, BASE_URL: "" });
  const open = () => openDatabase(url, settings, () => undefined, "applyToEmpty");
  expect((await open()).applied.at(-1)).toBe(newestMigration.name);
  const sql = postgres(url, { max: 1 });
  const newest = () => sql`select max(created_at) as at from drizzle.__drizzle_migrations`;
  await sql`delete from drizzle.__drizzle_migrations where created_at = ${newestMigration.at}`;
  const before = await newest();
  await expect(open()).rejects.toThrow(/is not migrated to \d{4}_\w+, .*run `npm run admin -- migrate`/);
  expect(await newest()).toEqual(before);
  await sql.end();
});

it("`admin -- migrate` migrates regardless of the setting, and prints in one line what it applied", async () => {
  const url = await emptyDatabase();
  const env = { ...(await testEnvironment()), DATABASE_URL: url, BASE_URL: "", MIGRATE_AT_START: "false" };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const program = new Command();
  migrateCommand(program, async () => undefined);
  await program.parseAsync(["migrate"], { from: "user" });
  const { applied } = JSON.parse(said.mock.lastCall?.[0]) as { applied: string[] };
  expect(applied.at(-1)).toBe(newestMigration.name);
  await program.parseAsync(["migrate"], { from: "user" });
  expect(said.mock.lastCall?.[0]).toBe(`{"applied":[],"newest":"${newestMigration.name}"}`);
});

/** The error of a PostgreSQL server that is starting up, in its wire protocol. */
function startingUp(): Buffer {
  const fields = Buffer.from("SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0");
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

it("waits for a database that is starting up, with one line", async () => {
  const url = new URL(await testDatabase());
  let refusals = 0;
  const server = createServer((socket) => {
    if (refusals++ < 2) {
      socket.once("data", () => socket.end(startingUp()));
      return;
    }
    const database = connect(Number(url.port), url.hostname);
    socket.pipe(database).pipe(socket);
    for (const one of [socket, database]) one.on("error", () => undefined);
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String(port);
  const said: string[] = [];
  await migrate(through.href, undefined, (what) => said.push(what));
  expect(said).toEqual(["waiting for the database, which is starting up"]);
  expect(refusals).toBeGreaterThan(2);
  server.close();
});
