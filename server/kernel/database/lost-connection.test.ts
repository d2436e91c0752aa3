import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";

let services: Services;
let other: Services;
beforeAll(async () => {
  services = await testServices();
  other = await testServices();
});
afterAll(async () => {
  await services.close();
  await other.close();
});

const endOthers = () =>
  other.db.execute(sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`);

/** A proxy to the database whose connections can be reset. Node.js reports a reset in two turns, first the error, then the close. */
async function resettable(url: string) {
  const { hostname, port } = new URL(url);
  const inner = new Set<Socket>();
  const server = createServer((socket) => {
    const database = connect(Number(port), hostname);
    inner.add(socket.on("error", () => database.destroy()).on("close", () => database.destroy()));
    database.on("error", () => socket.destroy());
    socket.pipe(database).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    reset: () => {
      for (const socket of inner) socket.resetAndDestroy();
      inner.clear();
    },
    close: () => server.close(),
  };
}

describe("a lost connection to the database", () => {
  it("a query sent between the error and the close of a connection fails, and its caller does not wait for an answer", async () => {
    const way = await resettable(services.settings.databaseUrl);
    const client = postgres(way.url, { max: 1, onnotice: () => undefined });
    await client`select 1`;
    const lost = client`select pg_sleep(5)`.catch(() => client`select 2 as n`);
    await delay(100);
    way.reset();
    await expect(lost).rejects.toThrow("CONNECTION_CLOSED");
    const next = await Promise.all([client`select 3 as n`, client`select 4 as n`]);
    expect(next.map((rows) => [...rows])).toEqual([[{ n: 3 }], [{ n: 4 }]]);
    await client.end({ timeout: 1 });
    way.close();
  });

  it("inside a transaction: the transaction fails, the process survives, the next transaction works", async () => {
    const lost = services.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await endOthers();
      await delay(50);
      // No query was in progress when the connection was lost; this one is written to a closed socket.
      await tx.execute(sql`select 2`);
    });
    await expect(lost).rejects.toThrow();
    expect(await services.db.transaction((tx) => tx.execute(sql`select 3 as n`))).toMatchObject([{ n: 3 }]);
  });

  it("late writes of a lost transaction are not committed, and its end does not end another transaction", async () => {
    await other.db.execute(sql`create table kept (n int)`);
    const late = services.db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (1)`);
        await endOthers();
        await delay(300);
        await tx.execute(sql`insert into kept values (2)`);
      })
      .catch(() => "lost");
    await delay(100);
    // Meanwhile these take every connection of the pool.
    const others = Array.from({ length: 10 }, (_, i) =>
      services.db.transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (${10 + i})`);
        await delay(500);
        await tx.execute(sql`insert into kept values (${20 + i})`);
        if (i % 2 === 0) throw new Error("undone");
      }),
    );
    await Promise.allSettled(others);
    expect(await late).toBe("lost");
    const rows = await other.db.execute<{ n: number }>(sql`select n from kept order by n`);
    expect(rows.map(({ n }) => n)).toEqual([11, 13, 15, 17, 19, 21, 23, 25, 27, 29]);
  });

  it("repeatedly under load: every query settles, and all connections work afterwards", {
    timeout: 25_000,
  }, async () => {
    const settled: Promise<unknown>[] = [];
    for (let round = 0; round < 15; round++) {
      for (let i = 0; i < 30; i++)
        settled.push(
          services.db
            .transaction(async (tx) => {
              await tx.execute(sql`select 1`);
              await delay(i);
              await tx.execute(sql`select 2`);
            })
            .catch(() => "lost"),
          services.db.execute(sql`select 3`).catch(() => "lost"),
        );
      await endOthers();
      await delay(20);
    }
    await Promise.all(settled);
    const after = Array.from({ length: 40 }, () => services.db.execute(sql`select 4 as n`));
    for (const rows of await Promise.all(after)) expect(rows).toMatchObject([{ n: 4 }]);
  });
});
