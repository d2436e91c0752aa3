import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import type { Refused } from "@/server/test/api-client";
import { makeKey } from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { blue, type OperationStage, operationStage } from "@/server/test/operation-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { deleteOldOperations } from "./sweep";

let services: Services;
let stage: OperationStage;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock, wakes: true }, { WRITE_WAIT_MS: "300" });
});
afterAll(() => services.close());
beforeEach(async () => {
  stage = await operationStage(services, clock);
});

describe("respond-async", () => {
  it("202 with Location, then the write's own answer", async () => {
    const accepted = await stage.later();
    expect(accepted.status).toBe(202);
    const { id, url, status } = accepted.body.operation;
    expect([status, url]).toEqual(["PENDING", `/v2/operations/${id}`]);
    expect(accepted.headers.get("location")).toBe(url);
    expect(accepted.headers.get("preference-applied")).toBe("respond-async");
    const operation = await stage.ended(accepted);
    expect(operation).toMatchObject({
      id,
      url,
      status: "SUCCEEDED",
      error: null,
      result: { status: 201, body: { data: { ...blue, userCount: 0 } } },
    });
    expect(operation.completedAt).not.toBeNull();
    expect(await stage.labelCount()).toBe(1);
  });

  it("stores nothing of the body once it has ended", async () => {
    const accepted = await stage.later();
    await stage.ended(accepted);
    expect((await stage.rowOf(accepted)).body).toBeNull();
  });

  it("400 before anything is accepted", async () => {
    expect((await stage.later({ name: "Blue" })).status).toBe(400);
  });

  it("FAILED with the envelope's error, which quotes the accepted request", async () => {
    const accepted = await stage.later({ ...blue, name: "Remote" });
    const operation = await stage.ended(accepted);
    expect(operation).toMatchObject({ status: "FAILED", result: null, error: { code: "CONFLICT" } });
    expect(operation.error?.requestId).toBe(accepted.headers.get("x-request-id"));
  });

  it("the same 202 again under an Idempotency-Key, also after it has ended", async () => {
    const accepted = await stage.later(blue, { "idempotency-key": "k" });
    const again = await stage.later(blue, { "idempotency-key": "k" });
    await stage.ended(accepted);
    const plain = await stage.post(blue, { "idempotency-key": "k" });
    for (const replay of [again, plain]) {
      expect([replay.status, replay.text]).toEqual([202, accepted.text]);
      expect(replay.headers.get("idempotent-replayed")).toBe("true");
      expect(replay.headers.get("location")).toBe(accepted.headers.get("location"));
    }
    expect(await stage.labelCount()).toBe(1);
  });
});

describe("who may poll", () => {
  it("200 with another key of the same owner, even one without scopes; 404 for any other caller", async () => {
    const { url } = (await stage.later()).body.operation;
    const other = await makeKey(services, {
      workspaceId: stage.workspace.id,
      ownerId: stage.workspace.people.admin.id,
      scopes: [],
    });
    expect((await stage.api.get(url, other)).status).toBe(200);
    expect((await stage.api.get(url, stage.keys.locationAdmin)).status).toBe(404);
  });

  it("200 for the key's owner when it acted for another user, 404 for that user", async () => {
    const acting = { "x-on-behalf-of": encodeId("user", stage.workspace.people.user.id) };
    const { url } = (await stage.later(blue, acting)).body.operation;
    expect((await stage.api.get(url, stage.keys.admin)).status).toBe(200);
    expect((await stage.api.get(url, stage.keys.user)).status).toBe(404);
  });

  it("404 after 30 days; the sweep deletes it", async () => {
    const accepted = await stage.later();
    await stage.ended(accepted);
    clock.set(testNow);
    clock.pass(30 * day + 60_000);
    expect((await stage.api.get(accepted.body.operation.url, stage.keys.admin)).status).toBe(404);
    expect(await deleteOldOperations(services)).toBeGreaterThanOrEqual(1);
  });
});

describe("wait", () => {
  it("201 within the time, with Preference-Applied", async () => {
    const answer = await stage.post(blue, { prefer: "wait=5" });
    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([201, "wait=0"]);
  });

  it("ignores unreadable values", async () => {
    const answer = await stage.post(blue, { prefer: "wait=soon, handling=lenient" });
    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([201, null]);
  });

  it("202 when the write is slow; it is done once after the lock is released", async () => {
    const held = await lockTable("labels");
    const accepted = await stage.post(blue);
    expect(accepted.status).toBe(202);
    expect((await stage.poll(accepted.body.operation.url)).status).toBe("PENDING");
    expect(await stage.labelCount()).toBe(0);
    await held.release();
    expect(await stage.ended(accepted)).toMatchObject({ status: "SUCCEEDED" });
    expect(await stage.labelCount()).toBe(1);
  });

  it("202 at once with respond-async and a wait of 0", async () => {
    const held = await lockTable("labels");
    const accepted = await stage.later(blue, { prefer: "respond-async, wait=0" });
    await held.release();
    expect(accepted.status).toBe(202);
    expect(await stage.ended(accepted)).toMatchObject({ status: "SUCCEEDED" });
  });

  it("the slow write's 202 is what its Idempotency-Key replays", async () => {
    const held = await lockTable("labels");
    const accepted = await stage.post(blue, { "idempotency-key": "k" });
    const again = await stage.post(blue, { "idempotency-key": "k" });
    await held.release();
    expect([accepted.status, again.status, again.text]).toEqual([202, 202, accepted.text]);
    await stage.ended(accepted);
    expect(await stage.labelCount()).toBe(1);
  });

  it("20 slow writes at once, more than there are connections, are all accepted and done", async () => {
    const held = await lockTable("labels");
    const sent = Array.from({ length: 20 }, (_, i) => stage.post({ ...blue, name: `Blue ${i}` }));
    const accepted = await Promise.all(sent);
    await held.release();
    expect(accepted.map(({ status }) => status)).toEqual(Array(20).fill(202));
    for (const answer of accepted) expect(await stage.ended(answer)).toMatchObject({ status: "SUCCEEDED" });
    const made = await Promise.all(Array.from({ length: 20 }, (_, i) => stage.labelCount(`Blue ${i}`)));
    expect(made).toEqual(Array(20).fill(1));
  });
});

it("404 for an unknown operation", async () => {
  const url = `/v2/operations/${encodeId("operation", newId())}`;
  expect((await stage.api.get<Refused>(url, stage.keys.admin)).body.error.code).toBe("RESOURCE_NOT_FOUND");
});
