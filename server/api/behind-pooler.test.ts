import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { errorFor } from "@/server/kernel/database/database-unavailable";
import { openDatabase, statement } from "@/server/kernel/database/db";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import type { Pooling } from "@/server/kernel/database/pooling";
import type { Services } from "@/server/kernel/services";
import { minute, second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import { flushRequestLog } from "@/server/modules/integrations/request-log/note";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { emptyDatabase, testDatabase } from "@/server/test/database";
import { lockTable } from "@/server/test/lock-table";
import {
  approved,
  askToken,
  oauthServices,
  type Reply,
  refreshWith,
  signedInPerson,
  whoIs,
} from "@/server/test/oauth-kit";
import { type OperationStage, operationStage } from "@/server/test/operation-kit";
import { hasPooler, type Pooler, startPooler } from "@/server/test/pgbouncer";
import { standingClock, testServices } from "@/server/test/services";
import { makeDeliveries, makeWebhook, type Receiver, receiver, sendDue } from "@/server/test/webhook-kit";
import { dispatchWith } from "./dispatch";

// The service behind a real PgBouncer in transaction mode, with four server connections for all clients.

const behind: Pooling = { isPooled: true, isPrepared: false };
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "nothing",
    (error: unknown) => errorFor(error).code,
  );
const sleep = statement(sql`select pg_sleep(20)`);
const firstOf = statement<{ first: number }>(sql`select (${sql.placeholder("list")}::int[])[1] as first`);
const nap = statement(sql`select pg_sleep(${sql.placeholder("ms")} / 1000.0)`);
const lockPeople = statement(sql`lock table users in access exclusive mode`);

describe.skipIf(!hasPooler)("behind a pooler", () => {
  const clock = standingClock();
  let pooler: Pooler;
  let services: Services;
  let stage: OperationStage;
  let target: Receiver;

  beforeAll(async () => {
    pooler = await startPooler(await testDatabase());
    services = await testServices(
      { clock, wakes: true },
      { DATABASE_URL: pooler.url, WRITE_WAIT_MS: "1000", LOG_LEVEL: "silent" },
    );
    stage = await operationStage(services, clock);
    target = await receiver(services);
  });
  afterAll(async () => {
    await target.close();
    await services.close();
    await pooler.remove();
  });

  /** What PostgreSQL itself reports about the sessions of this file's database. */
  async function direct<T extends object>(ask: (client: postgres.Sql) => Promise<Iterable<T>>): Promise<T[]> {
    const client = postgres(await testDatabase(), { max: 1, onnotice: () => undefined });
    const rows = [...(await ask(client))];
    await client.end();
    return rows;
  }

  // Refills the key's bucket.
  beforeEach(() => clock.pass(minute));

  const ready = async () =>
    (await dispatchWith(services, new Request("http://localhost/api/ready"), { ip: null, host: "localhost" }))
      ?.status;

  it("it is detected at first use", async () => {
    expect(await services.pooling()).toEqual(behind);
    // On a slow machine, making the first keys of an installation takes longer than the probe's timeout.
    await vi.waitFor(async () => expect(await ready()).toBe(200), 10_000);
  });

  it("concurrent reads and idempotent writes are answered as usual, each write once", async () => {
    const api = apiClient(services);
    const { keys } = stage;
    const label = (name: string) =>
      stage.post({ name, color: "0000ff" }, { "idempotency-key": `key-of-${name}` });
    const names = Array.from({ length: 12 }, (_, at) => `Label ${at}`);
    const asked = names.flatMap((name) => [
      label(name),
      api.get("/v2/labels", keys.admin),
      api.get("/v2/users?limit=2", keys.admin),
    ]);
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(names.flatMap(() => [201, 200, 200]));
    const again = await Promise.all(names.map(label));
    expect(again.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual(names.map(() => "true"));
    const { body } = await api.get<Single<{ name: string }[]>>("/v2/labels", keys.admin);
    const made = body.data.filter(({ name }) => names.includes(name));
    expect(made).toHaveLength(names.length);
    await flushRequestLog(services);
  });

  it("of concurrent requests with one Idempotency-Key one writes", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        stage.post({ name: "One", color: "0000ff" }, { "idempotency-key": "one" }),
      ),
    );
    expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true);
    expect(await stage.labelCount("One")).toBe(1);
  });

  it("202 for a write that takes too long, which is cancelled; its operation is carried out once", async () => {
    const held = await lockTable("labels");
    const accepted = await stage.post({ name: "Late", color: "0000ff" });
    await held.release();
    expect(accepted.status).toBe(202);
    expect((await stage.ended(accepted)).status).toBe("SUCCEEDED");
    expect(await stage.labelCount("Late")).toBe(1);
  });

  it("deliveries are sent once each", async () => {
    const webhook = await makeWebhook(services, stage.workspace.people.admin, { url: target.url });
    const ids = await makeDeliveries(services, webhook, 20);
    await sendDue(services);
    expect(target.hits).toHaveLength(ids.length);
    expect(new Set(target.hits.map(({ headers }) => headers["webhook-id"])).size).toBe(ids.length);
  });

  it("of concurrent exchanges of a code one wins, and its tokens are valid", async () => {
    const oauth = await oauthServices(clock, { DATABASE_URL: pooler.url });
    const person = await signedInPerson(oauth);
    const { exchange, clientId } = await approved(oauth, person);
    const replies: Reply[] = await Promise.all([1, 2, 3, 4].map(() => askToken(oauth, exchange)));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const { json } = won[0] as Reply;
    expect((await whoIs(oauth, json.access_token)).status).toBe(200);
    expect((await refreshWith(oauth, json.refresh_token, clientId)).status).toBe(200);
    await oauth.close();
  });

  it("nothing is left on the server connections: no lock, no setting, no prepared statement of ours", async () => {
    const locks = await direct(
      (client) => client`
      select locktype from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and locktype = 'advisory'`,
    );
    expect(locks).toEqual([]);
    const client = postgres(pooler.url, { max: 4, prepare: false, fetch_types: false });
    const asked = Array.from(
      { length: 8 },
      () => client`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('synchronous_commit') = 'off' as "isForgetful", (select count(*)::int from pg_prepared_statements) as prepared
        from pg_sleep(0.05)`,
    );
    const found = (await Promise.all(asked)).map(([row]) => row);
    const isForgetful = (await direct(
      (own) => own`select current_setting('synchronous_commit') = 'off' as is`,
    )) as {
      is: boolean;
    }[];
    for (const row of found)
      expect(row).toEqual({ statement: "0", lock: "0", isForgetful: isForgetful[0]?.is, prepared: 0 });
    await client.end();
  });

  it("an empty database is migrated once by two concurrent processes, and no lock remains", async () => {
    const other = await startPooler(await emptyDatabase());
    const applied = await Promise.all([1, 2].map(() => migrate(other.url)));
    expect(applied.map((names) => names.at(-1)).sort()).toEqual([newestMigration.name, undefined]);
    const client = postgres(other.url, { max: 1, prepare: false });
    expect([
      ...(await client`
      select 1 from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and datname = current_database()`),
    ]).toEqual([]);
    await client.end();
    await other.remove();
  });

  it("an idle transaction releases its locks, as after a process was stopped", async () => {
    const limits = { statementMs: 10 * second, lockMs: 10 * second, idleMs: 300 };
    const database = openDatabase(pooler.url, { sizes: { main: 2, admission: 1 }, limits, pooling: behind });
    let locked: () => void = () => undefined;
    const holds = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const frozen = codeOf(
      database.db.transaction(async (tx) => {
        await lockPeople(tx);
        locked();
        await new Promise(() => undefined);
      }),
    );
    await holds;
    await withTimeout(
      database.db.transaction((tx) => lockPeople(tx)),
      10 * second,
    );
    expect(await frozen).toBe("SERVICE_UNAVAILABLE");
    await database.close();
  });

  it("503 for a statement that times out, inside a transaction and alone, and it really ends", async () => {
    const limits = { statementMs: 300, lockMs: 200, idleMs: 1000 };
    const database = openDatabase(pooler.url, { sizes: { main: 2, admission: 1 }, limits, pooling: behind });
    const { db } = database;
    expect(await codeOf(sleep(db))).toBe("SERVICE_UNAVAILABLE");
    expect(await codeOf(db.transaction((tx) => sleep(tx)))).toBe("SERVICE_UNAVAILABLE");
    const sleeping = await direct(
      (client) => client`
      select pid from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(20)%'
        and pid <> pg_backend_pid()`,
    );
    expect(sleeping).toEqual([]);
    await database.close();
  });

  it("statements with lists, pipelined on a shared connection, are all answered", async () => {
    const database = openDatabase(pooler.url, { sizes: { main: 2, admission: 1 }, pooling: behind });
    const { db } = database;
    const numbers = Array.from({ length: 100 }, (_, at) => at);
    const asked = numbers.flatMap((at) => [nap(db, { ms: 5 }), firstOf(db, { list: [at] })]);
    const answers = await withTimeout(Promise.all(asked), 10 * second);
    expect(answers.filter((_, at) => at % 2 === 1).map(([row]) => row)).toEqual(
      numbers.map((first) => ({ first })),
    );
    await database.close();
  });

  it("503 for a statement that times out; the statements pipelined behind it get their own results", async () => {
    const limits = { statementMs: 300, lockMs: 200, idleMs: 1000 };
    const database = openDatabase(pooler.url, { sizes: { main: 1, admission: 1 }, limits, pooling: behind });
    const { db } = database;
    await firstOf(db, { list: [0] });
    const slow = codeOf(sleep(db));
    const behindIt = [1, 2, 3].map((at) => firstOf(db, { list: [at] }));
    const answers = await withTimeout(Promise.all(behindIt), 10 * second);
    expect(answers.map(([row]) => row?.first)).toEqual([1, 2, 3]);
    expect(await slow).toBe("SERVICE_UNAVAILABLE");
    await database.close();
  });

  it("503 while the pooler is stopped, and recovery when it is back", async () => {
    await pooler.stop();
    const refused = await stage.post({ name: "Away", color: "0000ff" });
    expect([refused.status, (refused.body as unknown as Refused).error.code]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
    ]);
    expect(await ready()).toBe(503);
    await pooler.start();
    await expect.poll(ready, { timeout: 10 * second }).toBe(200);
    expect((await stage.post({ name: "Back", color: "0000ff" })).status).toBe(201);
  });

  it("503 when it has no server connection left, and when it accepts no more clients", async () => {
    const crowded = await startPooler(await testDatabase(), {
      default_pool_size: "1",
      query_wait_timeout: "1",
      max_client_conn: "3",
    });
    const open = (main: number) =>
      openDatabase(crowded.url, { sizes: { main, admission: 1 }, pooling: behind });
    const [first, other, many] = [open(1), open(1), open(8)];
    const taken = codeOf(first.db.transaction((tx) => statement(sql`select pg_sleep(3)`)(tx)));
    await expect.poll(() => codeOf(statement(sql`select 1`)(other.db))).toBe("SERVICE_UNAVAILABLE");
    const asked = Array.from({ length: 8 }, () => codeOf(statement(sql`select 1`)(many.db)));
    expect(await Promise.all(asked)).toContain("SERVICE_UNAVAILABLE");
    await taken;
    await Promise.all([first, other, many].map((each) => each.close()));
    await crowded.remove();
  });

  it("503 when it is put in front of a running process that does not expect it, which says so", async () => {
    const limits = { statementMs: 10 * second, lockMs: 10 * second, idleMs: second };
    const unaware = openDatabase(pooler.url, { sizes: { main: 1, admission: 1 }, limits });
    const failed = statement(sql`select 1`)(unaware.db);
    await expect(failed).rejects.toMatchObject({
      cause: { message: "DATABASE_URL leads to a pooler since this process was started: start it again." },
    });
    expect(await codeOf(failed)).toBe("SERVICE_UNAVAILABLE");
    await unaware.close();
  });
});
