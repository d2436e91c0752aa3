import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";
import { type Db, sqlState } from "./db";

let services: Services;
beforeAll(async () => {
  services = await testServices();
  await services.db.execute(sql`create table branches (n int)`);
});
afterAll(() => services.close());

/** What one branch of a transaction's work still sends when another branch has ended the transaction. */
async function lateBranch(end: () => void): Promise<unknown> {
  let late: Promise<unknown> | undefined;
  const whole = services.db.transaction(async (tx) => {
    await tx.execute(sql`insert into branches values (1)`);
    // After the COMMIT or ROLLBACK has left, before its answer.
    setImmediate(() => {
      late = tx.execute(sql`insert into branches values (2)`).then(
        () => "written",
        (error: Error) => (error.cause as Error).message,
      );
    });
    end();
  });
  await whole.catch(() => undefined);
  return late;
}

const kept = async () => (await services.db.execute(sql`select n from branches`)).map(({ n }) => n);

it("a branch that sends after the work has failed writes nothing outside the transaction", async () => {
  const failing = lateBranch(() => {
    throw new Error("undone");
  });
  expect(await failing).toBe("The transaction is over.");
  expect(await kept()).toEqual([]);
});

it("a branch that sends after the work is done writes nothing outside the transaction", async () => {
  expect(await lateBranch(() => undefined)).toBe("The transaction is over.");
  expect(await kept()).toEqual([1]);
});

it("a savepoint that a branch opens after the work is done does not reach the connection", async () => {
  let late: Promise<unknown> | undefined;
  await services.db.transaction(async (tx) => {
    setImmediate(() => {
      late = tx.transaction(async () => "opened").catch((error: Error) => error.message);
    });
    await tx.execute(sql`select 1`);
    await new Promise((resolve) => setImmediate(resolve));
    await tx.execute(sql`select 1`);
  });
  expect(await late).toBe("opened");
  let after: unknown;
  await services.db.transaction(async (tx) => {
    after = tx;
    await tx.execute(sql`select 1`);
  });
  const open = (after as Db).transaction(async () => "opened");
  await expect(open).rejects.toThrow("The transaction is over");
});

it("statements sent together with a failing one report its reason, in whatever order they settle", async () => {
  const reasons: (string | undefined)[] = [];
  const note = (error: unknown) => void reasons.push(sqlState(error));
  const whole = services.db.transaction(async (tx) => {
    const sent = [sql`select 1 / 0`, sql`select 1`, sql`select 2`].map(
      async (text) => await tx.execute(text),
    );
    await Promise.all(sent.map((one) => one.catch(note)));
  });
  await whole.catch(() => undefined);
  expect(reasons).toEqual(["22012", "22012", "22012"]);
});

it("a rolled-back savepoint leaves no reason for later failures", async () => {
  const whole = services.db.transaction(async (tx) => {
    await tx.transaction((savepoint) => savepoint.execute(sql`select 1 / 0`)).catch(() => undefined);
    await Promise.all([tx.execute(sql`select 'x'::int`), tx.execute(sql`select 1`)]);
  });
  expect(sqlState(await whole.catch((error: unknown) => error))).toBe("22P02");
});
