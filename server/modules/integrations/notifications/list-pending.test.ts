import { afterAll, beforeAll, expect, it } from "vitest";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import type { Services } from "@/server/kernel/services";
import { apiClient } from "@/server/test/api-client";
import {
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { daily } from "@/server/test/notification-kit";
import { standingClock, testServices } from "@/server/test/services";
import { listPendingNotifications } from "./list-pending";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock(), wakes: true });
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

async function pendingOf(who: TestRole) {
  const actor = await loadActor(services.db, workspace.id, workspace.people[who].id, {
    type: "session",
    sessionId: "s",
  });
  if (!actor) throw new Error("no such person");
  return listPendingNotifications(ctxFor(services, actor, "req_test"));
}

it("lists pending writes of the user's keys until they are carried out", async () => {
  const api = apiClient(services);
  const held = await lockTable("notifications");
  const send = (method: string, url: string, json: unknown) =>
    api.v2<{ operation: { id: string } }>(method, url, {
      key: keys.admin,
      json,
      headers: { prefer: "respond-async" },
    });
  const created = await send("POST", "/v2/notifications", { ...daily, name: "Late" });
  const missing = "notification-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f";
  const changed = await send("PATCH", `/v2/notifications/${missing}`, { enabled: false });
  await send("POST", "/v2/labels", { name: "Blue", color: "0000ff" });
  expect(await pendingOf("admin")).toEqual([
    { operationId: created.body.operation.id, notificationId: null, name: "Late" },
    { operationId: changed.body.operation.id, notificationId: missing, name: null },
  ]);
  expect(await pendingOf("approver")).toEqual([]);
  await held.release();
  await expect.poll(() => pendingOf("admin")).toEqual([]);
});
