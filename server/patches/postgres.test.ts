import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";

// One test for each hunk of the patch of postgres.js, and each fails without it.

let services: Services;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

/** A client, with one connection unless more are asked for, whose sockets are in the test's hand. */
function ownSockets(max = 1) {
  const { databaseUrl } = services.settings;
  const { hostname, port } = new URL(databaseUrl);
  const sockets: Socket[] = [];
  let isRefused = false;
  const client = postgres(databaseUrl, {
    max,
    connect_timeout: 2,
    backoff: () => 0,
    onnotice: () => undefined,
    // Not among its types: what a socket is made by.
    ...({
      socket: async () => {
        if (isRefused) throw new Error("refused");
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        await once(socket, "connect");
        return socket;
      },
    } as object),
  });
  onTestFinished(() => client.end({ timeout: 1 }));
  const refuse = () => {
    isRefused = true;
  };
  return { client, sockets, socket: () => sockets.at(-1) as Socket, refuse };
}

/** What would end the process. */
function uncaught() {
  const seen = vi.fn();
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.on(event, seen);
    onTestFinished(() => void process.off(event, seen));
  }
  return seen;
}

const closed = "CONNECTION_CLOSED";

describe("a connection that is lost", () => {
  it("fails what is written to it afterwards, and ends nothing else", async () => {
    const seen = uncaught();
    const { client, socket } = ownSockets();
    const transaction = client.begin(async (tx) => {
      await tx`select 1`;
      socket().destroy();
      await delay(20);
      await tx`select 2`;
    });
    await expect(transaction).rejects.toThrow(closed);
    await delay(100);
    expect(seen).not.toHaveBeenCalled();
  });

  it("with a write put off can be used again", async () => {
    const { client, sockets } = ownSockets(2);
    await Promise.all([client`select pg_sleep(0.1)`, client`select pg_sleep(0.1)`]);
    const idle = sockets.map(({ bytesWritten }) => bytesWritten);
    // What is asked again goes to the other connection, in the turn in which that is lost too.
    const lost = client`select pg_sleep(5)`.catch(() => client`select 2`);
    await delay(50);
    const busy = sockets.findIndex(({ bytesWritten }, at) => bytesWritten !== idle[at]);
    // Node closes the last first.
    for (const at of [1 - busy, busy]) sockets[at]?.destroy();
    await expect(lost).rejects.toThrow(closed);
    const next = await Promise.all([client`select 3 as n`, client`select 4 as n`]);
    expect(next.map((rows) => [...rows])).toEqual([[{ n: 3 }], [{ n: 4 }]]);
  });

  it("while it reads the types of arrays fails nobody but its query", async () => {
    const seen = uncaught();
    const { client, socket } = ownSockets();
    const first = client`select 1 as n`.then(
      () => "answered",
      () => "lost",
    );
    while (!socket()) await delay(1);
    const types = socket();
    const write = types.write.bind(types);
    types.write = ((chunk: Buffer, ...rest: []) => {
      if (!chunk.includes("typarray")) return write(chunk, ...rest);
      types.resetAndDestroy();
      return true;
    }) as typeof write;
    await first;
    expect([...(await client`select 2 as n`)]).toEqual([{ n: 2 }]);
    await delay(20);
    expect(seen).not.toHaveBeenCalled();
  });

  it("fails what is sent between its error and its closing", async () => {
    const { client, socket } = ownSockets();
    await client`select 1`;
    const lost = client`select pg_sleep(5)`.catch(() => client`select 2 as n`);
    await delay(50);
    socket().destroy(new Error("reset"));
    await expect(lost).rejects.toThrow(closed);
    const next = await Promise.all([client`select 3 as n`, client`select 4 as n`]);
    expect(next.map((rows) => [...rows])).toEqual([[{ n: 3 }], [{ n: 4 }]]);
  });

  it("because the database ended it leaves its error behind", async () => {
    const { client } = ownSockets();
    await expect(client`select pg_terminate_backend(pg_backend_pid())`).rejects.toThrow(closed);
    expect([...(await client`select 2 as n`)]).toEqual([{ n: 2 }]);
  });

  it("lets its client end", async () => {
    const { client, socket } = ownSockets();
    await client`select 1`;
    const lost = expect(client`select pg_sleep(5)`.execute()).rejects.toThrow("reset");
    await delay(50);
    socket().destroy(new Error("reset"));
    await lost;
    await delay(20);
    expect(await Promise.race([client.end().then(() => "ended"), delay(1000, "hangs")])).toBe("ended");
  });

  it("ends the copying under way", async () => {
    const { client, socket } = ownSockets();
    await client`create temporary table copied (n int)`;
    const rows = await client`copy copied from stdin`.writable();
    const failed = once(rows, "error");
    socket().destroy();
    expect(await failed).toMatchObject([{ code: closed }]);
  });
});

describe("a statement", () => {
  it("that is not described first is sent with its values at once", async () => {
    const { client, socket } = ownSockets();
    await client`select 1`;
    const ask = async (n: number, describeFirst: boolean) => {
      const write = vi.spyOn(socket(), "write");
      expect([
        ...(await client.unsafe(`select $1::int as n -- ${n}`, [n], { prepare: true, describeFirst })),
      ]).toEqual([{ n }]);
      const count = write.mock.calls.length;
      write.mockRestore();
      return count;
    };
    expect([await ask(1, true), await ask(2, false)]).toEqual([2, 1]);
  });

  it("tells whether it is sent, and whether it is the next to be answered", async () => {
    const { client } = ownSockets();
    await client`select 1`;
    const first = client`select pg_sleep(0.2)`.execute();
    const second = client`select pg_sleep(0.2)`.execute();
    const seen = () => [first, second].map(({ isSent, isNext }) => [isSent, isNext]);
    const sent = [true, false];
    expect(seen()).toEqual([
      [false, false],
      [false, false],
    ]);
    await delay(50);
    expect(seen()).toEqual([[true, true], sent]);
    await first;
    expect(seen()).toEqual([sent, [true, true]]);
    await second;
    expect(seen()).toEqual([sent, sent]);
  });

  it("ends nothing else when the connection that should cancel it fails", async () => {
    const seen = uncaught();
    const { client, refuse } = ownSockets();
    await client`select 1`;
    const slow = client`select pg_sleep(0.2)`.execute();
    await delay(50);
    refuse();
    slow.cancel();
    await slow;
    expect(seen).not.toHaveBeenCalled();
  });
});

describe("a transaction", () => {
  it("keeps its connection for itself when its socket takes more again between two statements", async () => {
    const { client, socket } = ownSockets();
    await client`create table beside (n int)`;
    onTestFinished(async () => void (await client`drop table beside`));
    let other: Promise<unknown> | undefined;
    const transaction = client.begin(async (tx) => {
      await tx`select 1`;
      socket().emit("drain");
      other = client`insert into beside values (1)`.execute();
      await tx`select 2`;
      throw new Error("taken back");
    });
    await expect(transaction).rejects.toThrow("taken back");
    await other;
    expect(await client`select n from beside`).toHaveLength(1);
  });

  it("whose BEGIN fills a pipeline has its connection for itself", async () => {
    const { databaseUrl } = services.settings;
    // Not among its types: how many statements wait on one connection.
    const client = postgres(databaseUrl, { max: 2, ...({ max_pipeline: 1 } as object) });
    onTestFinished(() => client.end({ timeout: 1 }));
    await client`create table numbered (n int)`;
    onTestFinished(async () => void (await client`drop table numbered`));
    const transactions = [1, 2, 3, 4, 5, 6].map((n) =>
      client.begin(async (tx) => {
        await tx`insert into numbered values (${n})`;
        if (n % 2 === 0) throw new Error("taken back");
      }),
    );
    const beside = [1, 2, 3, 4].map(() => client`select pg_sleep(0.01)`);
    const ends = await Promise.allSettled(transactions);
    await Promise.all(beside);
    expect(ends.map((end) => (end.status === "rejected" ? end.reason.message : null))).toEqual([
      ...[null, "taken back", null, "taken back", null, "taken back"],
    ]);
    const rows = await client`select n from numbered order by n`;
    expect(rows.map(({ n }) => n)).toEqual([1, 3, 5]);
  });
});
