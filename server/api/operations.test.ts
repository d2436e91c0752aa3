import { and, count, eq, gt, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { labels } from "@/drizzle/schema/directory";
import { operations } from "@/drizzle/schema/operations";
import { users } from "@/drizzle/schema/people";
import { day } from "@/server/kernel/clock";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import {
  type ApiAnswer,
  type ApiRequest,
  apiClient,
  type Refused,
  type Single,
} from "@/server/test/api-client";
import { carriedOut, makeOperationsDue } from "@/server/test/carried-out";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { holdTable } from "@/server/test/hold-table";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { maximumAttempts } from "./carry-out";
import { carryOutDue } from "./due-operations";
import { deleteOldOperations } from "./sweep";

interface Operation {
  id: string;
  status: string;
  url: string;
  completedAt: string | null;
  result: { status: number; body: unknown } | null;
  error: Refused["error"] | null;
}
type Accepted = { operation: Pick<Operation, "id" | "status" | "url"> };

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  // Silent: one test makes the database refuse what it should take.
  services = await testServices({ clock }, { WRITE_WAIT_MS: "300", LOG_LEVEL: "silent" });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const blue = { name: "Blue", color: "0000ff" };
const codeOf = (body: unknown) => (body as Refused).error?.code;

const post = (
  json: unknown,
  headers: Record<string, string> = {},
  given: ApiRequest & { url?: string } = {},
) => api.v2<Accepted>("POST", given.url ?? "/v2/labels", { key: given.key ?? keys.admin, json, headers });
const later = (json: unknown = blue, headers: Record<string, string> = {}, given: { url?: string } = {}) =>
  post(json, { prefer: "respond-async", ...headers }, given);
const poll = async (url: string, key = keys.admin) => (await api.get<Single<Operation>>(url, key)).body.data;

/** Polls until it is over; the key's bucket is refilled. */
async function ended(accepted: ApiAnswer<Accepted>): Promise<Operation> {
  for (let tries = 0; tries < 300; tries++) {
    const operation = await poll(accepted.body.operation.url);
    if (operation.status !== "PENDING") return operation;
    clock.pass(1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the operation never ended");
}

async function labelCount(name = "Blue"): Promise<number> {
  const [row] = await services.db
    .select({ count: count() })
    .from(labels)
    .where(and(eq(labels.workspaceId, workspace.id), eq(labels.name, name)));
  return row?.count ?? 0;
}

const rowOf = async (accepted: ApiAnswer<Accepted>) => {
  const id = accepted.body.operation.id.slice("operation-".length);
  const [row] = await services.db
    .select()
    .from(operations)
    .where(and(eq(operations.workspaceId, workspace.id), eq(operations.id, id)));
  if (!row) throw new Error("no such operation");
  return row;
};

describe("respond-async", () => {
  it("202 with Location, then the answer that the write would have given", async () => {
    const accepted = await later();
    expect(accepted.status).toBe(202);
    const { id, url, status } = accepted.body.operation;
    expect([status, url]).toEqual(["PENDING", `/v2/operations/${id}`]);
    expect(accepted.headers.get("location")).toBe(url);
    expect(accepted.headers.get("preference-applied")).toBe("respond-async");
    const operation = await ended(accepted);
    expect(operation).toMatchObject({
      id,
      url,
      status: "SUCCEEDED",
      error: null,
      result: { status: 201, body: { data: { ...blue, userCount: 0 } } },
    });
    expect(operation.completedAt).not.toBeNull();
    expect(await labelCount()).toBe(1);
  });

  it("keeps nothing of the body once it is over", async () => {
    const accepted = await later();
    await ended(accepted);
    expect((await rowOf(accepted)).body).toBeNull();
  });

  it("400 before anything is accepted", async () => {
    expect((await later({ name: "Blue" })).status).toBe(400);
  });

  it("FAILED with the envelope's error, which quotes the accepted request", async () => {
    const accepted = await later({ ...blue, name: "Remote" });
    const operation = await ended(accepted);
    expect(operation).toMatchObject({ status: "FAILED", result: null, error: { code: "CONFLICT" } });
    expect(operation.error?.requestId).toBe(accepted.headers.get("x-request-id"));
  });

  it("the same 202 again under an Idempotency-Key, also when it is over", async () => {
    const accepted = await later(blue, { "idempotency-key": "k" });
    const again = await later(blue, { "idempotency-key": "k" });
    await ended(accepted);
    const plain = await post(blue, { "idempotency-key": "k" });
    for (const replay of [again, plain]) {
      expect([replay.status, replay.text]).toEqual([202, accepted.text]);
      expect(replay.headers.get("idempotent-replayed")).toBe("true");
      expect(replay.headers.get("location")).toBe(accepted.headers.get("location"));
    }
    expect(await labelCount()).toBe(1);
  });
});

describe("who may poll", () => {
  it("200 with another key of the same owner, even one without scopes; 404 for everybody else", async () => {
    const { url } = (await later()).body.operation;
    const other = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: workspace.people.admin.id,
      scopes: [],
    });
    expect((await api.get(url, other)).status).toBe(200);
    expect((await api.get(url, keys.locationAdmin)).status).toBe(404);
  });

  it("200 for the key's owner when it acted for somebody else, 404 for that person", async () => {
    const acting = { "x-on-behalf-of": encodeId("user", workspace.people.user.id) };
    const { url } = (await later(blue, acting)).body.operation;
    expect((await api.get(url, keys.admin)).status).toBe(200);
    expect((await api.get(url, keys.user)).status).toBe(404);
  });

  it("404 after 30 days; the sweep takes it", async () => {
    const accepted = await later();
    await ended(accepted);
    clock.set(testNow);
    clock.pass(30 * day + 60_000);
    expect((await api.get(accepted.body.operation.url, keys.admin)).status).toBe(404);
    expect(await deleteOldOperations(services)).toBeGreaterThanOrEqual(1);
  });
});

describe("wait", () => {
  it("201 within the time, with Preference-Applied", async () => {
    const answer = await post(blue, { prefer: "wait=5" });
    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([201, "wait=0"]);
  });

  it("ignores what cannot be read", async () => {
    const answer = await post(blue, { prefer: "wait=soon, handling=lenient" });
    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([201, null]);
  });

  it("202 when the write is slow; it is done after the lock is gone, once", async () => {
    const held = await holdTable("labels");
    const accepted = await post(blue);
    expect(accepted.status).toBe(202);
    expect((await poll(accepted.body.operation.url)).status).toBe("PENDING");
    expect(await labelCount()).toBe(0);
    await held.release();
    expect(await ended(accepted)).toMatchObject({ status: "SUCCEEDED" });
    expect(await labelCount()).toBe(1);
  });

  it("202 at once with respond-async and a wait that is over", async () => {
    const held = await holdTable("labels");
    const accepted = await later(blue, { prefer: "respond-async, wait=0" });
    await held.release();
    expect(accepted.status).toBe(202);
    expect(await ended(accepted)).toMatchObject({ status: "SUCCEEDED" });
  });

  it("the slow write's 202 is what its Idempotency-Key replays", async () => {
    const held = await holdTable("labels");
    const accepted = await post(blue, { "idempotency-key": "k" });
    const again = await post(blue, { "idempotency-key": "k" });
    await held.release();
    expect([accepted.status, again.status, again.text]).toEqual([202, 202, accepted.text]);
    await ended(accepted);
    expect(await labelCount()).toBe(1);
  });

  it("20 slow writes at once, more than there are connections, are all accepted and done", async () => {
    const held = await holdTable("labels");
    const sent = Array.from({ length: 20 }, (_, i) => post({ ...blue, name: `Blue ${i}` }));
    const accepted = await Promise.all(sent);
    await held.release();
    expect(accepted.map(({ status }) => status)).toEqual(Array(20).fill(202));
    for (const answer of accepted) expect(await ended(answer)).toMatchObject({ status: "SUCCEEDED" });
    const made = await Promise.all(Array.from({ length: 20 }, (_, i) => labelCount(`Blue ${i}`)));
    expect(made).toEqual(Array(20).fill(1));
  });
});

describe("carried out with the rights of now", () => {
  /** Accepted, but held back until `change` is done. */
  async function acceptedBefore(
    change: () => Promise<unknown>,
    headers: Record<string, string> = {},
    url?: string,
  ) {
    const held = await holdTable("labels");
    const accepted = await later(blue, headers, url ? { url } : {});
    await held.waiting(1);
    await change();
    await held.release();
    return accepted;
  }
  const setUser = (id: string, values: Partial<typeof users.$inferInsert>) =>
    services.db
      .update(users)
      .set(values)
      .where(and(eq(users.workspaceId, workspace.id), eq(users.id, id)));

  /** Puts an accepted operation back to where no worker has seen it. */
  async function acceptedAndUntouched(headers: Record<string, string> = {}) {
    const accepted = await later(blue, headers);
    await ended(accepted);
    await services.db
      .delete(labels)
      .where(and(eq(labels.workspaceId, workspace.id), eq(labels.name, "Blue")));
    await services.db
      .update(operations)
      .set({ status: "PENDING", body: JSON.stringify(blue), result: null, error: null, completedAt: null })
      .where(eq(operations.workspaceId, workspace.id));
    return accepted;
  }

  it("FAILED when the owner was deactivated meanwhile", async () => {
    const accepted = await acceptedAndUntouched();
    await setUser(workspace.people.admin.id, { status: "INACTIVE" });
    await carriedOut(services);
    expect(await rowOf(accepted)).toMatchObject({ status: "FAILED", error: { code: "FORBIDDEN" } });
  });

  it("FAILED when the owner's role no longer allows the scope", async () => {
    const accepted = await acceptedAndUntouched();
    await setUser(workspace.people.admin.id, { isAdmin: false });
    await carriedOut(services);
    expect(await rowOf(accepted)).toMatchObject({ status: "FAILED", error: { code: "INSUFFICIENT_SCOPE" } });
    expect(await labelCount()).toBe(0);
  });

  it("FAILED when the owner no longer manages the person", async () => {
    await setUser(workspace.people.user.id, { isAdmin: true });
    const accepted = await acceptedAndUntouched({
      "x-on-behalf-of": encodeId("user", workspace.people.user.id),
    });
    await setUser(workspace.people.admin.id, { isAdmin: false });
    await carriedOut(services);
    expect(await rowOf(accepted)).toMatchObject({
      status: "FAILED",
      error: { code: "ON_BEHALF_OF_NOT_ALLOWED" },
    });
  });

  it("done exactly once when several workers race for it", async () => {
    const others = await Promise.all([1, 2, 3].map(() => testServices({ clock })));
    const accepted = await acceptedBefore(() => Promise.resolve());
    await Promise.all([services, ...others].flatMap((worker) => [carryOutDue(worker), carryOutDue(worker)]));
    expect(await ended(accepted)).toMatchObject({ status: "SUCCEEDED" });
    expect((await rowOf(accepted)).attemptCount).toBe(1);
    await Promise.all(others.map((worker) => worker.close()));
  });
});

describe("what cannot be done", () => {
  /** An operation whose work fails in a way that nobody expects: PostgreSQL refuses the insert by a trigger. */
  async function poisoned(): Promise<ApiAnswer<Accepted>> {
    await services.db.execute(`
      create or replace function refuse() returns trigger language plpgsql as
      $$ begin if new.name = 'Poison' then raise exception 'poison'; end if; return new; end $$`);
    await services.db.execute(
      "create or replace trigger refuse before insert on labels for each row execute function refuse()",
    );
    return later({ ...blue, name: "Poison" });
  }

  it("FAILED after 10 attempts, as INTERNAL_ERROR", async () => {
    const accepted = await poisoned();
    await carriedOut(services);
    const operation = await ended(accepted);
    expect(operation).toMatchObject({ status: "FAILED", error: { code: "INTERNAL_ERROR" } });
    expect((await rowOf(accepted)).attemptCount).toBe(maximumAttempts + 1);
  });

  it("is tried again after a pause that doubles", async () => {
    const accepted = await poisoned();
    const attempted = async (times: number) => {
      await expect.poll(async () => (await rowOf(accepted)).attemptCount).toBe(times);
      const { dueAt } = await rowOf(accepted);
      const [row] = await services.db.execute<{ seconds: number }>(
        sql`select extract(epoch from ${dueAt.toISOString()}::timestamptz - now())::float8 as seconds`,
      );
      return row?.seconds ?? 0;
    };
    expect(await attempted(1)).toBeLessThanOrEqual(1);
    await carryOutDue(services);
    expect((await rowOf(accepted)).attemptCount).toBe(1);
    await makeOperationsDue(services);
    await carryOutDue(services);
    expect(await attempted(2)).toBeLessThanOrEqual(2);
    await makeOperationsDue(services);
    await carryOutDue(services);
    const third = await attempted(3);
    expect(third).toBeGreaterThan(2);
    expect(third).toBeLessThanOrEqual(4);
  });

  it("does not hold up what came after it", async () => {
    for (let i = 0; i < 25; i++) await poisoned();
    const held = await later(blue);
    expect(await ended(held)).toMatchObject({ status: "SUCCEEDED" });
  });
});

describe("of several workspaces", () => {
  const inWorkspace = async (place: TestWorkspace, name: string, count: number) => {
    const key = (await makeKeys(services, place)).admin;
    const accepted: ApiAnswer<Accepted>[] = [];
    for (let i = 0; i < count; i++) {
      clock.pass(1000);
      accepted.push(await post({ ...blue, name: `${name} ${i}` }, { prefer: "respond-async" }, { key }));
    }
    return accepted.map(({ body }) => body.operation.id.slice("operation-".length));
  };

  it("a long queue of one does not hold up another's: each gets the next free place", async () => {
    const other = await makeWorkspace(services);
    const held = await holdTable("labels");
    const many = await inWorkspace(workspace, "Many", 30);
    const [few] = await inWorkspace(other, "Few", 1);
    // It has come last, and is under way while the other workspace has only its own two places.
    await held.waiting(3);
    await held.release();
    const rows = await services.db
      .select({ id: operations.id, attemptCount: operations.attemptCount })
      .from(operations)
      .where(inArray(operations.id, [...many, few ?? ""]));
    await carriedOut(services);
    const begun = new Set(rows.filter(({ attemptCount }) => attemptCount > 0).map(({ id }) => id));
    expect(begun.has(few ?? "")).toBe(true);
    expect(await labelCount("Many 29")).toBe(1);
  });

  it("six at once, of one workspace never more than two", async () => {
    const places = await Promise.all([1, 2, 3, 4].map(() => makeWorkspace(services)));
    const held = await holdTable("labels");
    for (const place of places) await inWorkspace(place, "Busy", 4);
    await held.waiting(6);
    const waiting = await services.db
      .select({ workspaceId: operations.workspaceId, count: count() })
      .from(operations)
      .where(and(gt(operations.attemptCount, 0), eq(operations.status, "PENDING")))
      .groupBy(operations.workspaceId);
    await held.release();
    expect(waiting.reduce((sum, row) => sum + row.count, 0)).toBe(6);
    expect(Math.max(...waiting.map((row) => row.count))).toBe(2);
    await carriedOut(services);
  });

  it("those that fail, and those whose failure cannot be kept as it is, hold up nobody", async () => {
    const accepted = await later(blue);
    await ended(accepted);
    const id = newId();
    const body = JSON.stringify({ "\0": 1, "\ud800": 2 });
    const row = await rowOf(accepted);
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

it("404 an operation that does not exist", async () => {
  const url = `/v2/operations/${encodeId("operation", newId())}`;
  expect(codeOf((await api.get(url, keys.admin)).body)).toBe("RESOURCE_NOT_FOUND");
});
