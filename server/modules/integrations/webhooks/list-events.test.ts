import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departmentApprovers } from "@/drizzle/schema/directory";
import { events } from "@/drizzle/schema/events";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { EventType } from "@/drizzle/schema/values";
import { inTransaction } from "@/server/access/ctx";
import { newMessageId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { recordEvent } from "@/server/modules/integrations/events/record";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { updateUser } from "@/server/modules/people/people/update-user";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { activeMembers } from "@/server/test/sight-table";
import { settle } from "@/server/test/sync-kit";
import { forgetDeliveries, makeWebhook, type Receiver, receiver, sendDue } from "@/server/test/webhook-kit";
import { deleteOldDeliveries } from "./sweep";

interface Event {
  id: string;
  type: EventType;
  timestamp: string;
  data: { id: string; previousStatus: string | null };
}

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let target: Receiver;

beforeAll(async () => {
  services = await testServices({ clock });
  target = await receiver(services);
  api = apiClient(services);
});
afterAll(async () => {
  await target.close();
  await services.close();
});
beforeEach(async () => {
  await forgetDeliveries(services);
  target.hits.length = 0;
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const list = async (key: TestKey, query = "") => {
  await settle(services, workspace.id);
  return (await api.get<Listed<Event>>(`/v2/events${query}`, key)).body;
};
const refusal = async (key: TestKey, query: string) => {
  const { status, body } = await api.get<Refused>(`/v2/events${query}`, key);
  return [status, body.error.code, body.error.details?.fields?.map(({ path }) => path)];
};
const keyOf = (owner: TestPerson, scopes: Parameters<typeof makeKey>[1]["scopes"]) =>
  makeKey(services, { workspaceId: owner.workspaceId, ownerId: owner.id, ...(scopes && { scopes }) });
/** Records an event about a person; writes nothing else. */
async function happen(person: TestPerson, type: EventType = "user.updated"): Promise<void> {
  const data = { userId: person.id, previousStatus: "ACTIVE" as const };
  const ctx = await as(services, workspace.people.admin);
  await inTransaction(ctx, (tx) => recordEvent(tx, { type, subjectUserId: person.id, data }));
}

describe("content", () => {
  it("200 exactly what a webhook of the same owner is sent, for each role", async () => {
    const { people } = workspace;
    for (const role of testRoles)
      await makeWebhook(services, people[role], {
        url: `${target.url}?${role}`,
        events: ["leave.requested", "leave.denied", "user.updated"],
      });
    const admin = await as(services, people.admin);
    for (const member of activeMembers) {
      const person = people[member];
      const { id } = await requestLeave(
        await as(services, person),
        days(person, "2027-01-11", "2027-01-12", { reason: "surgery" }),
      );
      if (member !== "admin") await denyLeave(admin, id, { reason: "surgery" });
      await updateUser(admin, person.id, { employeeId: `E-${member}` });
      clock.pass(1000);
    }
    await sendDue(services);
    for (const role of testRoles) {
      const sent = target.hits
        .filter(({ path }) => path.endsWith(`?${role}`))
        .map(({ body }) => JSON.parse(body));
      const { data } = await list(keys[role]);
      expect(sent.length).toBeGreaterThan(1);
      const byId = (a: Event, b: Event) => (a.id < b.id ? -1 : 1);
      expect([role, data.toSorted(byId)]).toEqual([role, sent.sort(byId)]);
      expect(JSON.stringify(data)).not.toContain("surgery");
    }
  });

  it("200 a private type stays private", async () => {
    const { people, leaveTypes: types } = workspace;
    await services.db.update(leaveTypes).set({ isPrivate: true }).where(eq(leaveTypes.id, types.vacation));
    const admin = await as(services, people.admin);
    const { id } = await requestLeave(admin, days(people.admin, "2027-01-11"));
    await cancelLeave(admin, id, {});
    // While it is open, its approvers know its type.
    const listed = await list(keys.locationAdmin, "?types=leave.cancelled");
    expect(listed.data).toMatchObject([{ data: { leaveTypeId: null, leaveType: null } }]);
    expect(JSON.stringify(listed)).not.toContain(types.vacation);
  });

  it("200 by the current reach: a caller who lost reach continues after an event that they may no longer see", async () => {
    const { approver, user, northSeller } = workspace.people;
    await happen(user);
    const [seen] = (await list(keys.approver)).data;
    await happen(northSeller);
    await services.db
      .delete(departmentApprovers)
      .where(eq(departmentApprovers.departmentId, workspace.departments.sales));
    await happen(approver);
    const { data } = await list(keys.approver, `?after=${seen?.id}`);
    expect(data.map((one) => one.data.id)).toEqual([encodeId("user", approver.id)]);
  });

  it("200 nothing of another workspace", async () => {
    await happen(workspace.people.user);
    const other = await makeLeaveWorkspace(services);
    expect((await list(await keyOf(other.people.admin, undefined))).data).toEqual([]);
  });
});

describe("scopes and types", () => {
  it("200 leaves out types beyond the key's scopes; 403 with the scopes when asked for", async () => {
    const { user, admin } = workspace.people;
    await requestLeave(await as(services, user), days(user, "2027-01-11"));
    await happen(user);
    const leaveOnly = await keyOf(admin, ["webhooks:read", "leaves:read"]);
    expect((await list(leaveOnly)).data.map(({ type }) => type)).toEqual(["leave.requested"]);
    expect((await list(await keyOf(admin, ["webhooks:read"]))).data).toEqual([]);
    const { status, body } = await api.get<Refused>(
      "/v2/events?types=leave.requested,user.updated",
      leaveOnly,
    );
    expect([status, body.error.code, body.error.details?.requiredScopes]).toEqual([
      403,
      "WEBHOOK_EVENTS_NOT_ALLOWED",
      ["users:read"],
    ]);
    expect((await list(keys.admin, "?types=user.updated")).data.map(({ type }) => type)).toEqual([
      "user.updated",
    ]);
  });

  it("403 without webhooks:read", async () => {
    expect(await refusal(await keyOf(workspace.people.admin, ["leaves:read"]), "")).toEqual([
      403,
      "INSUFFICIENT_SCOPE",
      undefined,
    ]);
  });

  it("400 an unknown type, both after and since, and a value that is neither an id nor an instant", async () => {
    for (const [query, path] of [
      ["types=leave.moved", "types"],
      [`after=${newMessageId()}&since=2026-11-20T00:00:00Z`, "since"],
      ["after=1", "after"],
      ["since=yesterday", "since"],
      ["limit=301", "limit"],
    ])
      expect(await refusal(keys.admin, `?${query}`)).toEqual([400, "VALIDATION_ERROR", [path]]);
  });
});

describe("starting point", () => {
  it("200 after an event, and since an instant, inclusive", async () => {
    for (let n = 0; n < 3; n++) {
      await happen(workspace.people.user);
      clock.pass(1000);
    }
    const all = (await list(keys.admin)).data;
    expect(all).toHaveLength(3);
    expect((await list(keys.admin, `?after=${all[0]?.id}`)).data).toEqual(all.slice(1));
    expect((await list(keys.admin, `?after=${all[2]?.id}`)).data).toEqual([]);
    expect((await list(keys.admin, `?since=${all[1]?.timestamp}`)).data).toEqual(all.slice(1));
  });

  it("200 pages return each event once, and the last one has no nextToken", async () => {
    for (let n = 0; n < 5; n++) await happen(workspace.people.user);
    const all = (await list(keys.admin)).data;
    const first = await list(keys.admin, `?limit=2&after=${all[0]?.id}`);
    const last = await list(keys.admin, `?limit=2&after=${all[0]?.id}&nextToken=${first.nextToken}`);
    expect([...first.data, ...last.data]).toEqual(all.slice(1));
    expect(last.nextToken).toBeUndefined();
  });

  it("400 an unknown after explains how to continue, and so does one older than 30 days", async () => {
    expect(await refusal(keys.admin, `?after=${newMessageId()}`)).toEqual([
      400,
      "VALIDATION_ERROR",
      ["after"],
    ]);
    await happen(workspace.people.user);
    const [event] = (await list(keys.admin)).data;
    clock.pass(30 * day + 1);
    const late = await keyOf(workspace.people.admin, undefined);
    expect(await refusal(late, `?after=${event?.id}`)).toEqual([400, "VALIDATION_ERROR", ["after"]]);
    expect((await list(late)).data).toEqual([]);
  });

  it("200 events stay for 30 days where there is no webhook", async () => {
    await happen(workspace.people.user);
    clock.pass(30 * day);
    await deleteOldDeliveries(services);
    expect((await list(await keyOf(workspace.people.admin, undefined))).data).toHaveLength(1);
  });

  it("200 events from before the position column come first, in the order in which they happened", async () => {
    await happen(workspace.people.user);
    clock.pass(1000);
    await happen(workspace.people.user);
    const ids = (await list(keys.admin)).data.map(({ id }) => id);
    await services.db.update(events).set({ recordedAt: null }).where(eq(events.workspaceId, workspace.id));
    expect((await list(keys.admin)).data.map(({ id }) => id)).toEqual(ids);
  });
});

describe("polling while others write", () => {
  it("returns each event once, in whatever order the writers commit", async () => {
    // Uses the real clock: requests are rate limited, events get the database's time.
    const live = await testServices({}, {});
    const follower = await keyOf(workspace.people.admin, undefined);
    const client = apiClient(live);
    const ctx = await as(live, workspace.people.admin);
    const person = await makePerson(live, workspace);
    let isWriting = true;
    const write = async (heldMs: number) =>
      inTransaction(ctx, async (tx) => {
        const data = { userId: person.id, previousStatus: "ACTIVE" as const };
        await recordEvent(tx, { type: "user.updated", subjectUserId: person.id, data });
        // Other transactions begin later and commit earlier.
        await delay(heldMs);
      });
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; n < 12; n++) await write(((writer * 7 + n * 5) % 8) * 40);
      }),
    ).finally(() => {
      isWriting = false;
    });
    const found: string[] = [];
    const read = async () => {
      const after = found.length > 0 ? `&after=${found.at(-1)}` : "";
      const page = (await client.get<Listed<Event>>(`/v2/events?limit=5${after}`, follower)).body;
      found.push(...page.data.map(({ id }) => id));
      return page.data.length;
    };
    while (isWriting) {
      await read();
      await delay(110);
    }
    await writing;
    while ((await read()) > 0) await delay(110);
    const rows = await live.db
      .select({ id: events.messageId })
      .from(events)
      .where(eq(events.subjectUserId, person.id));
    await live.close();
    expect(rows).toHaveLength(48);
    expect(found.toSorted()).toEqual(rows.map(({ id }) => id).sort());
  });
});
