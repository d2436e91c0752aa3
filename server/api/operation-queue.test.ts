import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operations } from "@/drizzle/schema/operations";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import type { ApiAnswer, Refused } from "@/server/test/api-client";
import { carriedOut, makeOperationsDue } from "@/server/test/carried-out";
import { makeKeys, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import {
  type Accepted,
  blue,
  type OperationStage,
  operationStage,
  uuidOf,
} from "@/server/test/operation-kit";
import { standingClock, testServices } from "@/server/test/services";
import { carryOutDue, maximumAttempts } from "./operation-work";

let services: Services;
let stage: OperationStage;
const clock = standingClock();

beforeAll(async () => {
  // Silent: one test makes the database refuse a valid insert.
  services = await testServices({ clock, wakes: true }, { WRITE_WAIT_MS: "300", LOG_LEVEL: "silent" });
});
afterAll(() => services.close());
beforeEach(async () => {
  stage = await operationStage(services, clock);
});

describe("operations that cannot succeed", () => {
  /** An operation whose work fails unexpectedly: a PostgreSQL trigger refuses the insert. */
  async function poisoned(): Promise<ApiAnswer<Accepted>> {
    await services.db.execute(`
      create or replace function refuse() returns trigger language plpgsql as
      $$ begin if new.name = 'Poison' then raise exception 'poison'; end if; return new; end $$`);
    await services.db.execute(
      "create or replace trigger refuse before insert on labels for each row execute function refuse()",
    );
    return stage.later({ ...blue, name: "Poison" });
  }

  it("FAILED after 10 attempts, as INTERNAL_ERROR", async () => {
    const accepted = await poisoned();
    await carriedOut(services);
    const operation = await stage.ended(accepted);
    expect(operation).toMatchObject({ status: "FAILED", error: { code: "INTERNAL_ERROR" } });
    expect((await stage.rowOf(accepted)).attemptCount).toBe(maximumAttempts + 1);
  });

  it("is retried after a pause that doubles", async () => {
    const accepted = await poisoned();
    const attempted = async (times: number) => {
      await expect.poll(async () => (await stage.rowOf(accepted)).attemptCount).toBe(times);
      const { dueAt } = await stage.rowOf(accepted);
      return (dueAt.getTime() - services.clock().getTime()) / second;
    };
    expect(await attempted(1)).toBeLessThanOrEqual(1);
    await carryOutDue(services);
    expect((await stage.rowOf(accepted)).attemptCount).toBe(1);
    await makeOperationsDue(services);
    await carryOutDue(services);
    expect(await attempted(2)).toBeLessThanOrEqual(2);
    await makeOperationsDue(services);
    await carryOutDue(services);
    const third = await attempted(3);
    expect(third).toBeGreaterThan(2);
    expect(third).toBeLessThanOrEqual(4);
  });

  it("accepted by a newer version, at a path unknown here: stays pending until a process knows it", async () => {
    const known = await stage.later({ ...blue, name: "Known" });
    await stage.ended(known);
    const operation = {
      ...(await stage.rowOf(known)),
      ...{ id: newId(), status: "PENDING" as const, result: null, completedAt: null, attemptCount: 0 },
      ...{ path: "/v2/labels-of-tomorrow", body: JSON.stringify(blue), dueAt: services.clock() },
    };
    await services.db.insert(operations).values(operation);
    const row = async () => (await stage.rows()).find(({ id }) => id === operation.id);
    await carryOutDue(services);
    expect(await row()).toMatchObject({ status: "PENDING", attemptCount: 1, error: null });
    await services.db.update(operations).set({ path: "/v2/labels" }).where(eq(operations.id, operation.id));
    await makeOperationsDue(services);
    await carryOutDue(services);
    await expect.poll(async () => (await row())?.status).toBe("SUCCEEDED");
    expect(await stage.labelCount()).toBe(1);
  });

  it("does not block later operations", async () => {
    for (let i = 0; i < 25; i++) await poisoned();
    const held = await stage.later(blue);
    expect(await stage.ended(held)).toMatchObject({ status: "SUCCEEDED" });
  });
});

describe("of several workspaces", () => {
  const inWorkspace = async (place: TestWorkspace, name: string, count: number) => {
    const key = (await makeKeys(services, place)).admin;
    const accepted: ApiAnswer<Accepted>[] = [];
    for (let i = 0; i < count; i++) {
      clock.pass(1000);
      accepted.push(
        await stage.post({ ...blue, name: `${name} ${i}` }, { prefer: "respond-async" }, { key }),
      );
    }
    return accepted.map(uuidOf);
  };

  it("one workspace's long backlog does not block another's: each gets the next free slot", async () => {
    const other = await makeWorkspace(services);
    const held = await lockTable("labels");
    const many = await inWorkspace(stage.workspace, "Many", 30);
    const [few] = await inWorkspace(other, "Few", 1);
    // It came last, and is in flight while the other workspace has only its own two slots.
    await held.waiting(3);
    await held.release();
    const rows = await services.db
      .select({ id: operations.id, attemptCount: operations.attemptCount })
      .from(operations)
      .where(inArray(operations.id, [...many, few ?? ""]));
    await carriedOut(services);
    const begun = new Set(rows.filter(({ attemptCount }) => attemptCount > 0).map(({ id }) => id));
    expect(begun.has(few ?? "")).toBe(true);
    expect(await stage.labelCount("Many 29")).toBe(1);
  });

  it("six at once, never more than two of one workspace", async () => {
    const places = await Promise.all([1, 2, 3, 4].map(() => makeWorkspace(services)));
    const held = await lockTable("labels");
    for (const place of places) await inWorkspace(place, "Busy", 4);
    await held.waiting(6);
    const waiting = await services.db
      .select({ workspaceId: operations.workspaceId, count: sql<number>`count(*)::int` })
      .from(operations)
      .where(and(gt(operations.attemptCount, 0), eq(operations.status, "PENDING")))
      .groupBy(operations.workspaceId);
    await held.release();
    expect(waiting.reduce((sum, row) => sum + row.count, 0)).toBe(6);
    expect(Math.max(...waiting.map((row) => row.count))).toBe(2);
    await carriedOut(services);
  });

  it("failing operations, and those whose failure cannot be stored as it is, block no other", async () => {
    const accepted = await stage.later(blue);
    await stage.ended(accepted);
    const id = newId();
    const body = JSON.stringify({ "\0": 1, "\ud800": 2 });
    const row = await stage.rowOf(accepted);
    await services.db
      .insert(operations)
      .values({ ...row, id, body, status: "PENDING", result: null, attemptCount: 0, completedAt: null });
    const [behind] = await inWorkspace(await makeWorkspace(services), "Behind", 1);
    await carriedOut(services);
    const rows = await services.db
      .select()
      .from(operations)
      .where(inArray(operations.id, [id, behind ?? ""]));
    expect(rows.map(({ status, attemptCount }) => [status, attemptCount])).toEqual(
      expect.arrayContaining([
        ["FAILED", 1],
        ["SUCCEEDED", 1],
      ]),
    );
    const fields = (rows.find((one) => one.id === id)?.error as Refused["error"] | undefined)?.details
      ?.fields;
    expect(fields?.map(({ path }) => path)).toContain("\ufffd");
  });
});
