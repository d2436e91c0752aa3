import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { webhooks } from "@/drizzle/schema/webhooks";
import { decodeId } from "@/server/kernel/schema";
import { day } from "@/server/kernel/time/clock";
import { cleanUpOauth } from "@/server/oauth/clean-up";
import { revokeGrant } from "@/server/oauth/grants/revoke";
import type { TestWorkspace } from "@/server/test/factories";
import { grantEndings } from "@/server/test/grant-endings";
import { hookKit } from "@/server/test/hook-kit";
import { as, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { oneBehindTheOther } from "@/server/test/lock-table";
import { standingClock, testServices } from "@/server/test/services";
import {
  answering,
  deliveriesOf,
  forgetDeliveries,
  receiver,
  sendDue,
  webhookRow,
} from "@/server/test/webhook-kit";

const clock = standingClock();
const services = await testServices({ clock });
const target = await receiver(services);
afterAll(async () => {
  await target.close();
  await services.close();
});
let workspace: TestWorkspace;
beforeEach(async () => {
  await forgetDeliveries(services);
  target.hits.length = 0;
  target.answer = answering(204);
  workspace = await makeLeaveWorkspace(services);
});

const { connect, ended, hookOf, request, subscribe } = hookKit(services, target);

describe("a hook ends with its grant", () => {
  it.each(grantEndings)("%s: pending deliveries are not sent", async (_, end) => {
    const { user } = workspace.people;
    const grant = await connect(user);
    const id = await hookOf(grant);
    const other = await hookOf(await connect(workspace.people.admin));
    await request(user);
    await end(services, { grant, person: user, admin: workspace.people.admin });
    expect(await webhookRow(services, id)).toMatchObject(ended("app_disconnected"));
    await sendDue(services);
    expect((await deliveriesOf(services, id)).map(({ status }) => status)).toEqual(["cancelled"]);
    expect((await webhookRow(services, other)).status).toBe("active");
    expect(target.hits).toHaveLength(1);
  });

  it("expired: nothing is sent, whether or not the clean-up has run", async () => {
    const { user } = workspace.people;
    const grant = await connect(user);
    const [id, quiet] = [await hookOf(grant), await hookOf(grant, "leave.denied")];
    await request(user);
    const start = clock();
    clock.pass(366 * day);
    await sendDue(services);
    expect(target.hits).toEqual([]);
    expect(await webhookRow(services, id)).toMatchObject(ended("app_disconnected"));
    expect((await deliveriesOf(services, id)).map(({ status }) => status)).toEqual(["cancelled"]);
    await services.db
      .update(webhooks)
      .set({ status: "active", revokedAt: null })
      .where(eq(webhooks.id, quiet));
    await cleanUpOauth(services);
    expect(await webhookRow(services, quiet)).toMatchObject(ended("app_disconnected"));
    clock.set(start);
  });

  it("a hook that is created while the grant is revoked ends with it", async () => {
    const { user } = workspace.people;
    const grant = await connect(user);
    const revoke = async () => revokeGrant(await as(services, user), grant.id);
    const [made] = await oneBehindTheOther("audit_events", () => subscribe(grant), revoke);
    expect(made.status).toBe(201);
    const row = await webhookRow(services, decodeId("webhook", made.json.id) ?? "");
    expect(row).toMatchObject(ended("app_disconnected"));
  });

  it("none is created after a revocation", async () => {
    const { user } = workspace.people;
    const grant = await connect(user);
    const revoke = async () => revokeGrant(await as(services, user), grant.id);
    const [, made] = await oneBehindTheOther("audit_events", revoke, () => subscribe(grant));
    expect(made.status).toBe(401);
    expect(await services.db.select().from(webhooks).where(eq(webhooks.grantId, grant.id))).toEqual([]);
  });

  it("concurrently, many times: every created hook has ended", async () => {
    const { user } = workspace.people;
    for (let round = 0; round < 15; round++) {
      const grant = await connect(user);
      const revoke = async () => revokeGrant(await as(services, user), grant.id);
      const makers = [subscribe(grant), subscribe(grant)];
      await Promise.all(round % 2 ? [revoke(), ...makers] : [...makers, revoke()]);
      const rows = await services.db.select().from(webhooks).where(eq(webhooks.grantId, grant.id));
      expect(rows.filter(({ status }) => status !== "revoked")).toEqual([]);
    }
  });

  it("410 from its target ends it", async () => {
    const { user } = workspace.people;
    const id = await hookOf(await connect(user));
    target.answer = answering(410);
    await request(user);
    await sendDue(services);
    expect(await webhookRow(services, id)).toMatchObject(ended("endpoint_gone"));
  });
});
