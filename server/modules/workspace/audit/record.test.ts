import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { inTransaction } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { recordAudit } from "./record";

let services: Services;
let workspace: TestWorkspace;
beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
});
afterAll(() => services.close());

const line = { action: "thing.do", resourceType: "thing", resourceId: null };
const rows = () => services.db.select().from(auditEvents);

it("a line contains the actor, time and action; unknown facts and missing changes are null in the database", async () => {
  const ctx = await as(services, workspace.people.admin);
  await recordAudit(ctx, line);
  expect(await rows()).toMatchObject([
    { ...line, at: services.clock(), actingUserId: workspace.people.admin.id, keyId: null, changes: null },
  ]);
  const [missing] = await services.db
    .select({ count: sql<string>`count(*)` })
    .from(auditEvents)
    .where(sql`${auditEvents.changes} is null and ${auditEvents.keyId} is null`);
  expect(missing?.count).toBe("1");
});

it("a line is rolled back with its change", async () => {
  const ctx = await as(services, workspace.people.admin);
  const before = (await rows()).length;
  const failing = inTransaction(ctx, async (tx) => {
    await recordAudit(tx, { ...line, changes: { name: { from: "a", to: "b" } } });
    throw new Error("undone");
  });
  await expect(failing).rejects.toThrow("undone");
  expect(await rows()).toHaveLength(before);
});
