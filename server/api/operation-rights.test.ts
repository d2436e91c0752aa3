import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { labels } from "@/drizzle/schema/directory";
import { operations } from "@/drizzle/schema/operations";
import { users } from "@/drizzle/schema/people";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { carriedOut } from "@/server/test/carried-out";
import { lockTable } from "@/server/test/lock-table";
import { blue, type OperationStage, operationStage } from "@/server/test/operation-kit";
import { standingClock, testServices } from "@/server/test/services";
import { carryOutDue } from "./operation-work";

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

describe("carried out with the current rights", () => {
  /** Accepted, but blocked until `change` is done. */
  async function acceptedBefore(
    change: () => Promise<unknown>,
    headers: Record<string, string> = {},
    url?: string,
  ) {
    const held = await lockTable("labels");
    const accepted = await stage.later(blue, headers, url ? { url } : {});
    await held.waiting(1);
    await change();
    await held.release();
    return accepted;
  }
  const setUser = (id: string, values: Partial<typeof users.$inferInsert>) =>
    services.db
      .update(users)
      .set(values)
      .where(and(eq(users.workspaceId, stage.workspace.id), eq(users.id, id)));

  /** Resets an accepted operation to its state before any worker saw it. */
  async function acceptedAndUntouched(headers: Record<string, string> = {}) {
    const accepted = await stage.later(blue, headers);
    await stage.ended(accepted);
    await services.db
      .delete(labels)
      .where(and(eq(labels.workspaceId, stage.workspace.id), eq(labels.name, "Blue")));
    await services.db
      .update(operations)
      .set({ status: "PENDING", body: JSON.stringify(blue), result: null, error: null, completedAt: null })
      .where(eq(operations.workspaceId, stage.workspace.id));
    return accepted;
  }

  it("FAILED when the owner was deactivated meanwhile", async () => {
    const accepted = await acceptedAndUntouched();
    await setUser(stage.workspace.people.admin.id, { status: "INACTIVE" });
    await carriedOut(services);
    expect(await stage.rowOf(accepted)).toMatchObject({ status: "FAILED", error: { code: "FORBIDDEN" } });
  });

  it("FAILED when the owner's role no longer allows the scope", async () => {
    const accepted = await acceptedAndUntouched();
    await setUser(stage.workspace.people.admin.id, { isAdmin: false });
    await carriedOut(services);
    expect(await stage.rowOf(accepted)).toMatchObject({
      status: "FAILED",
      error: { code: "INSUFFICIENT_SCOPE" },
    });
    expect(await stage.labelCount()).toBe(0);
  });

  it("FAILED when the owner no longer manages the user", async () => {
    await setUser(stage.workspace.people.user.id, { isAdmin: true });
    const accepted = await acceptedAndUntouched({
      "x-on-behalf-of": encodeId("user", stage.workspace.people.user.id),
    });
    await setUser(stage.workspace.people.admin.id, { isAdmin: false });
    await carriedOut(services);
    expect(await stage.rowOf(accepted)).toMatchObject({
      status: "FAILED",
      error: { code: "ON_BEHALF_OF_NOT_ALLOWED" },
    });
  });

  it("done exactly once when several workers race for it", async () => {
    const others = await Promise.all([1, 2, 3].map(() => testServices({ clock, wakes: true })));
    const accepted = await acceptedBefore(() => Promise.resolve());
    await Promise.all([services, ...others].flatMap((worker) => [carryOutDue(worker), carryOutDue(worker)]));
    expect(await stage.ended(accepted)).toMatchObject({ status: "SUCCEEDED" });
    expect((await stage.rowOf(accepted)).attemptCount).toBe(1);
    await Promise.all(others.map((worker) => worker.close()));
  });
});
