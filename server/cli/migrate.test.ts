import { type AddressInfo, connect, createServer } from "node:net";
import postgres from "postgres";
import { expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { newestMigration } from "@/server/kernel/newest-migration";
import { testDatabase } from "@/server/test/database";

it("a database that a newer release has migrated is refused, with one line", async () => {
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

it("who waits for another process that migrates says so, and goes on after it", async () => {
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

/** An error of PostgreSQL's protocol, as a server answers that is starting up. */
function startingUp(): Buffer {
  const fields = Buffer.from("SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0");
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

it("a database that is starting up is waited for, with one line", async () => {
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
