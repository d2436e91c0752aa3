import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departmentApprovers } from "@/drizzle/schema/directory";
import { events } from "@/drizzle/schema/events";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { inTransaction } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { minute, plus } from "@/server/kernel/time/clock";
import { recordEvents } from "@/server/modules/integrations/events/record-many";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { activateUser, deactivateUser } from "@/server/modules/people/people/set-status";
import { updateUser } from "@/server/modules/people/people/update-user";
import {
  type CastMember,
  castMembers,
  type TestPerson,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import {
  deliveriesOf,
  forgetDeliveries,
  makeDeliveries,
  makeWebhook,
  onlyDelivery,
  type Receiver,
  receiver,
  sendDue,
  webhookRow,
} from "@/server/test/webhook-kit";
import { samplePayload } from "./sample-payload";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let target: Receiver;

beforeAll(async () => {
  services = await testServices({ clock });
  target = await receiver(services);
});
afterAll(async () => {
  await target.close();
  await services.close();
});
beforeEach(async () => {
  await forgetDeliveries(services);
  target.hits.length = 0;
  workspace = await makeLeaveWorkspace(services);
});

const hook = (owner: TestPerson, more = {}) => makeWebhook(services, owner, { url: target.url, ...more });
const bodies = () => target.hits.map(({ body }) => JSON.parse(body));
const paths = (value: unknown, at = ""): string[] =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, inner]) => paths(inner, `${at}.${name}`))
    : [at];

describe("payload", () => {
  it("the v2 record with user, approver and leave type, previousStatus, and no free text", async () => {
    const { user, admin } = workspace.people;
    await hook(admin, { events: ["leave.requested"] });
    const leave = await requestLeave(
      await as(services, user),
      days(user, "2026-12-01", "2026-12-02", { reason: "surgery" }),
    );
    await sendDue(services);
    const [body] = bodies();
    expect(body).toMatchObject({
      type: "leave.requested",
      timestamp: clock().toISOString(),
      data: {
        id: encodeId("leave", leave.id),
        status: "OPEN",
        previousStatus: null,
        user: {
          id: encodeId("user", user.id),
          name: "Uma User",
          departmentId: encodeId("department", user.departmentId),
        },
        approver: null,
        leaveType: { name: "Vacation" },
      },
    });
    expect(body.id).toBe(target.hits[0]?.headers["webhook-id"]);
    expect(target.hits[0]?.body).not.toContain("surgery");
    expect(paths(body).filter((path) => /reason/i.test(path))).toEqual([]);
    expect(target.hits[0]?.headers["user-agent"]).toMatch(/^Timeaway/);
  });

  it("the shape of the sample payloads", async () => {
    const { user, admin } = workspace.people;
    await hook(admin);
    const leave = await requestLeave(await as(services, user), days(user, "2026-12-01"));
    await cancelLeave(await as(services, admin), leave.id, { reason: "no" });
    await updateUser(await as(services, admin), user.id, { name: "Uma Other" });
    await deactivateUser(await as(services, admin), user.id);
    await sendDue(services);
    expect(
      bodies()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(["leave.cancelled", "leave.requested", "user.deactivated", "user.updated"]);
    for (const body of bodies())
      expect([body.type, paths(body).sort()]).toEqual([body.type, paths(samplePayload(body.type)).sort()]);
  });

  it("the record after each change, however late it is sent", async () => {
    const { user, admin, approver } = workspace.people;
    await hook(admin);
    const leave = await requestLeave(await as(services, user), days(user, "2026-12-01"));
    await approveLeave(await as(services, approver), leave.id);
    await approveLeave(await as(services, admin), leave.id);
    await cancelLeave(await as(services, admin), leave.id, undefined);
    await deactivateUser(await as(services, admin), user.id);
    await activateUser(await as(services, admin), user.id);
    await sendDue(services);
    const received = Object.fromEntries(
      bodies().map(({ type, data }) => [type, [data.previousStatus, data.status]]),
    );
    expect(received).toMatchObject({
      "leave.requested": [null, "OPEN"],
      "leave.approved": ["OPEN", "APPROVED"],
      "leave.cancelled": ["APPROVED", "CANCELLED"],
      "user.deactivated": ["ACTIVE", "INACTIVE"],
      "user.updated": ["INACTIVE", "ACTIVE"],
    });
  });

  it("an approver outside the owner's reach is null", async () => {
    const { user, admin, approver } = workspace.people;
    await hook(user, { events: ["leave.approved"] });
    await hook(admin, { events: ["leave.approved"] });
    const asAdmin = await as(services, admin);
    await requestLeave(asAdmin, days(user, "2026-12-01", "2026-12-01", { userId: user.id }));
    await sendDue(services);
    const approvers = bodies()
      .map(({ data }) => data.approver?.id ?? null)
      .sort();
    expect(approvers).toEqual([null, encodeId("user", admin.id)].sort());
    expect(bodies().every(({ data }) => data.approverId === encodeId("user", admin.id))).toBe(true);
    expect(approver.id).toBeTruthy();
  });

  it("below 20 kB, whatever the number of labels", async () => {
    const { user, admin } = workspace.people;
    await hook(admin, { events: ["user.updated"] });
    await inTransaction(await as(services, admin), (tx) =>
      recordEvents(tx, [
        {
          type: "user.updated",
          subjectUserId: user.id,
          data: {
            userId: user.id,
            previousStatus: "ACTIVE",
            snapshot: {
              ...{ id: user.id, name: "Uma", email: "uma@example.com", isAdmin: false, status: "ACTIVE" },
              ...{ locationId: user.locationId, departmentId: user.departmentId },
              ...{ employeeId: null, startDate: null, endDate: null },
              labels: Array.from({ length: 300 }, (_, i) => `Label ${i} ${"ü".repeat(100)}`),
            },
          },
        },
      ]),
    );
    await sendDue(services);
    expect(Buffer.byteLength(target.hits[0]?.body ?? "x".repeat(20_000))).toBeLessThan(20_000);
    expect(bodies()[0].data).toMatchObject({ name: "Uma", labels: [] });
  });
});

describe("recipients", () => {
  it.each(castMembers.filter((name) => !["inactive", "deleted"].includes(name)))(
    "an event about %s goes to the owners within whose reach they are",
    async (member: CastMember) => {
      const reachedBy: Record<string, readonly string[]> = {
        admin: castMembers,
        locationAdmin: ["admin", "locationAdmin", "northSeller", "platformer"],
        approver: ["user", "northSeller"],
        user: ["user"],
      };
      const made = await Promise.all(
        testRoles.map(async (role) => ({ role, ...(await hook(workspace.people[role])) })),
      );
      const { admin } = workspace.people;
      await updateUser(await as(services, admin), workspace.people[member].id, { employeeId: "E-9" });
      for (const { role, id } of made)
        expect([role, (await deliveriesOf(services, id)).length]).toEqual([
          role,
          reachedBy[role]?.includes(member) ? 1 : 0,
        ]);
    },
  );

  it("only owners who subscribed to it, in the same workspace, with a webhook that is not revoked", async () => {
    const { user, admin } = workspace.people;
    const other = await makeLeaveWorkspace(services);
    const deaf = await hook(admin, { events: ["user.created", "leave.denied"] });
    const foreign = await hook(other.people.admin);
    await requestLeave(await as(services, user), days(user, "2026-12-01"));
    for (const { id } of [deaf, foreign]) expect(await deliveriesOf(services, id)).toEqual([]);
  });

  it("no one while the add-on is off", async () => {
    const { user, admin } = workspace.people;
    const made = await hook(admin);
    await services.db
      .update(workspaces)
      .set({ openApiEnabled: false })
      .where(eq(workspaces.id, workspace.id));
    await requestLeave(await as(services, user), days(user, "2026-12-01"));
    expect(await deliveriesOf(services, made.id)).toEqual([]);
  });

  it("a batch of events finds the same webhooks as one by one", async () => {
    const made = await Promise.all(
      testRoles.map((role) => hook(workspace.people[role], { events: ["user.updated"] })),
    );
    const people = castMembers.map((member) => workspace.people[member].id);
    const happened = people.flatMap((id) =>
      (["user.updated", "user.created"] as const).map((type) => ({
        type,
        subjectUserId: id,
        data: { userId: id, previousStatus: null },
      })),
    );
    await inTransaction(await as(services, workspace.people.admin), (tx) => recordEvents(tx, happened));
    const counts = await Promise.all(made.map(async ({ id }) => (await deliveriesOf(services, id)).length));
    expect(counts).toEqual([8, 4, 4, 1]);
  });

  it("a rolled-back change queues nothing", async () => {
    const { user, admin } = workspace.people;
    const made = await hook(admin);
    const ctx = await as(services, user);
    await expect(
      inTransaction(ctx, async (tx) => {
        await requestLeave(tx, days(user, "2026-12-01"));
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await deliveriesOf(services, made.id)).toEqual([]);
  });
});

describe("rights that change while an event waits", () => {
  it("the owner no longer reaches the employee: cancelled", async () => {
    const { user, approver } = workspace.people;
    const made = await hook(approver, { events: ["leave.requested"] });
    await requestLeave(await as(services, user), days(user, "2026-12-01"));
    await services.db
      .delete(departmentApprovers)
      .where(
        and(eq(departmentApprovers.workspaceId, workspace.id), eq(departmentApprovers.userId, approver.id)),
      );
    await sendDue(services);
    expect(target.hits).toEqual([]);
    expect(await onlyDelivery(services, made.id)).toMatchObject({
      status: "cancelled",
      error: "OUT_OF_REACH",
    });
  });

  it("the owner is deactivated: paused, the event is held", async () => {
    const { user, approver, admin } = workspace.people;
    const made = await hook(approver, { events: ["leave.requested"] });
    await requestLeave(await as(services, user), days(user, "2026-12-01"));
    await deactivateUser(await as(services, admin), approver.id);
    expect(await webhookRow(services, made.id)).toMatchObject({
      status: "paused",
      pausedReason: "owner_inactive",
    });
    await sendDue(services);
    expect(target.hits).toEqual([]);
    expect(await onlyDelivery(services, made.id)).toMatchObject({ status: "held" });
  });

  it.each([
    ["INACTIVE", { status: "paused", pausedReason: "owner_inactive" }, "held"],
    ["DELETED", { status: "revoked", revocationReason: "owner_deleted" }, "cancelled"],
  ] as const)(
    "an owner who became %s in another way is noticed before anything is sent",
    async (status, webhook, delivery) => {
      const { user, approver } = workspace.people;
      const made = await hook(approver, { events: ["leave.requested"] });
      await requestLeave(await as(services, user), days(user, "2026-12-01"));
      await services.db.update(users).set({ status }).where(eq(users.id, approver.id));
      await sendDue(services);
      expect(target.hits).toEqual([]);
      expect(await webhookRow(services, made.id)).toMatchObject(webhook);
      expect(await onlyDelivery(services, made.id)).toMatchObject({ status: delivery });
    },
  );
});

describe("a body that cannot be rendered", () => {
  it("postpones its delivery past the lease, and delays no other owner's", async () => {
    const { user, approver } = workspace.people;
    const broken = await hook(approver, { events: ["leave.requested"] });
    await requestLeave(await as(services, user), days(user, "2026-12-01"));
    const data = sql`'{"leaveId":"nonsense","previousStatus":null}'::jsonb`;
    const { eventId } = await onlyDelivery(services, broken.id);
    const [event] = await services.db
      .select()
      .from(events)
      .where(eq(events.id, eventId ?? ""));
    await services.db
      .update(events)
      .set({ data })
      .where(eq(events.id, eventId ?? ""));
    await makeDeliveries(services, await hook(user), 1);
    const quiet = { ...services, log: services.log.child({}, { level: "silent" }) };
    await sendDue(quiet);
    expect(target.hits).toHaveLength(1);
    const delivery = await onlyDelivery(services, broken.id);
    expect(delivery).toMatchObject({ status: "pending", attemptCount: 0 });
    expect(delivery.nextAttemptAt).toEqual(plus(clock(), minute));
    await services.db
      .update(events)
      .set({ data: event?.data })
      .where(eq(events.id, eventId ?? ""));
    clock.pass(minute);
    await sendDue(services);
    expect(await onlyDelivery(services, broken.id)).toMatchObject({ status: "succeeded" });
  });
});

describe("wake-up", () => {
  it("a change is sent right after its commit, and not before", async () => {
    const { user, admin } = workspace.people;
    const made = await hook(admin, { events: ["leave.requested"] });
    services.wakes = true;
    await inTransaction(await as(services, user), async (tx) => {
      await requestLeave(tx, days(user, "2026-12-01"));
      await sendDue(services);
      expect(target.hits).toEqual([]);
    });
    await expect.poll(() => target.hits.length).toBe(1);
    services.wakes = false;
    await expect.poll(() => onlyDelivery(services, made.id)).toMatchObject({ status: "succeeded" });
  });
});
