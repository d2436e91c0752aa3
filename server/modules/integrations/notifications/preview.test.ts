import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { makeUser, makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { birthday, daily, weekly } from "@/server/test/notification-kit";
import { standingClock, testServices } from "@/server/test/services";
import { createCallerFactory } from "@/server/transport/trpc";
import { previewNotification } from "./preview";
import { notificationsRouter } from "./trpc";

let services: Services;
let workspace: TestWorkspace;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(new Date("2026-11-20T12:00:00.000Z"));
  workspace = await makeWorkspace(services);
});

const caller = (person: TestPerson) =>
  createCallerFactory(notificationsRouter)({
    services,
    requestId: "req_test",
    signedIn: async () => {
      const { actor } = await as(services, person);
      return {
        actor: { ...actor, userId: person.id },
        user: { id: person.id, name: person.name, email: "x@example.com" },
        workspace: { name: "Test", plan: "COMPLETE" as const, openApiEnabled: true },
        sessionId: person.id,
      };
    },
  });
/** A form with a new attempt key. */
const form = (notification: object) => ({ attempt: newId().replaceAll("-", ""), notification }) as never;
const admin = () => caller(workspace.people.admin);
const next = async (draft: object) =>
  (await admin().preview({ draft: draft as never })).next.map(({ at, clockChange }) => [at, clockChange]);

describe("preview", () => {
  it("the next message and the next three times", async () => {
    const preview = await admin().preview({ draft: weekly as never });
    expect(preview.next.map(({ localDate }) => localDate)).toEqual([
      "2026-11-23",
      "2026-11-30",
      "2026-12-07",
    ]);
    expect(preview.message.title).toContain("Away in week 48");
    expect(preview.mail.html).toContain("<!doctype html>");
    expect(preview.isSkipped).toBe(false);
    expect((await admin().preview({ draft: { ...weekly, sendEmpty: false } as never })).isSkipped).toBe(true);
  });

  it("shows when the clocks change", async () => {
    clock.set(new Date("2026-03-28T00:00:00.000Z"));
    const everyDay = { ...daily, sendOnDays: [0, 1, 2, 3, 4, 5, 6] };
    expect(await next({ ...everyDay, hour: 2, minute: 30 })).toEqual([
      ["2026-03-28T01:30:00.000Z", null],
      ["2026-03-29T01:00:00.000Z", "skipped"],
      ["2026-03-30T00:30:00.000Z", "shifted"],
    ]);
    expect(await next(everyDay)).toEqual([
      ["2026-03-28T08:00:00.000Z", null],
      ["2026-03-29T07:00:00.000Z", "shifted"],
      ["2026-03-30T07:00:00.000Z", null],
    ]);
    clock.set(new Date("2026-10-24T12:00:00.000Z"));
    expect((await next({ ...everyDay, hour: 2, minute: 30 }))[0]).toEqual([
      "2026-10-25T00:30:00.000Z",
      "repeated",
    ]);
    expect((await next({ ...everyDay, hour: 3 }))[0]).toEqual(["2026-10-25T02:00:00.000Z", "shifted"]);
  });

  it("birthdays: the next days with one", async () => {
    for (const born of ["1990-11-25", "1991-12-24", "1992-02-02", "1993-03-03"])
      await makeUser(services, {
        workspaceId: workspace.id,
        name: born,
        locationId: workspace.locations.north,
        departmentId: workspace.departments.sales,
        birthday: born,
      });
    const preview = await admin().preview({ draft: birthday as never });
    expect(preview.next.map(({ localDate }) => localDate)).toEqual([
      "2026-11-25",
      "2026-12-24",
      "2027-02-02",
    ]);
    expect(preview.message.days[0]?.groups[0]?.lines).toEqual([{ name: "1990-11-25", text: "Sales" }]);
  });

  it("shows the first 20 employees of a day and counts the rest; the sent message has them all", async () => {
    for (let count = 1; count <= 27; count++)
      await makeUser(services, {
        workspaceId: workspace.id,
        name: `Person ${String(count).padStart(2, "0")}`,
        locationId: workspace.locations.north,
        departmentId: workspace.departments.sales,
        birthday: "1990-11-25",
      });
    const { message, mail } = await admin().preview({ draft: birthday as never });
    const names = message.days.flatMap(({ groups }) => groups.flatMap(({ lines }) => lines));
    expect(names).toHaveLength(20);
    expect(names.at(-1)?.name).toBe("Person 20");
    expect(message.days.map(({ moreCount }) => moreCount)).toEqual([7]);
    expect(mail.text).toContain("Person 27");
    const { message: short } = await admin().preview({ draft: weekly as never });
    expect(short.days.every(({ moreCount }) => moreCount === 0)).toBe(true);
  });

  it("changes of a stored one; 403 for a user, 404 for another user's", async () => {
    const { id } = await admin().create(form(daily));
    const preview = await admin().preview({ id, patch: { hour: 6 } });
    expect(preview.next[0]?.at).toBe("2026-11-23T05:00:00.000Z");
    await expect(admin().preview({ id, patch: { frequency: "WEEKLY" } })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(caller(workspace.people.user).preview({ draft: daily as never })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(caller(workspace.people.approver).preview({ id, patch: {} })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("shows what the owner reaches, regardless of the viewer", async () => {
    const { id } = await caller(workspace.people.approver).create(form(daily));
    const ctx = await as(services, workspace.people.admin);
    const bare = id.slice("notification-".length);
    expect((await previewNotification(ctx, { id: bare, patch: {} })).message.owner.name).toBe(
      "Paul Approver",
    );
  });
});

describe("responses to the pages", () => {
  it("terms: the caller's rights, and the choices of filters", async () => {
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
    const forAdmin = await admin().terms();
    expect(forAdmin).toMatchObject({ mayCreate: true, seesAll: true, connected: [] });
    expect(names(forAdmin.labels)).toEqual(["Night shift", "Remote", "Unused"]);
    const forApprover = await caller(workspace.people.approver).terms();
    expect(names(forApprover.departments)).toEqual(["Sales"]);
    expect(names(forApprover.labels)).toEqual(["Remote"]);
    expect(await caller(workspace.people.user).terms()).toMatchObject({ mayCreate: false, seesAll: false });
  });

  it("the list with owners and the next time; create, change, pause, delete", async () => {
    const created = await admin().create(form(daily));
    expect(created).toMatchObject({ ownerName: "Ada Admin", nextSendAt: "2026-11-23T08:00:00.000Z" });
    await admin().update({ id: created.id, patch: { enabled: false } });
    expect((await admin().page({})).items).toMatchObject([
      { id: created.id, enabled: false, nextSendAt: null },
    ]);
    expect((await caller(workspace.people.approver).page({})).items).toEqual([]);
    const { id } = await admin().sendTest({ id: created.id });
    expect(await admin().occurrences({ id: created.id })).toMatchObject([
      { id, kind: "test", destinations: [] },
    ]);
    await admin().delete({ id: created.id });
    expect((await admin().page({})).items).toEqual([]);
  });
});
