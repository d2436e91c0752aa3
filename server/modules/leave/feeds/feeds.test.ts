import { eq } from "drizzle-orm";
import ical, { type VEvent } from "node-ical";
import { encode } from "uqr";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { requestLog } from "@/drizzle/schema/request-log";
import { workspaces } from "@/drizzle/schema/workspaces";
import { dispatchWith } from "@/server/api/dispatch";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute } from "@/server/kernel/time/clock";
import { deactivateUser } from "@/server/modules/people/people/set-status";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson, outcomes } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { deleteEndedFeeds } from "./delete-ended-feeds";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let person: TestPerson;
beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services);
  person = await makePerson(services, workspace);
});

type Kind = "MINE" | "TEAM" | "HOLIDAYS";
const feedOf = async (who: TestPerson, kind: Kind, locationId: string | null = null) =>
  (await signedInCaller(services, who)).calendarFeeds.create({
    kind,
    locationId: locationId && encodeId("location", locationId),
  } as never);

async function fetched(
  url: string,
  more: { method?: string; headers?: Record<string, string> } = {},
  ip = "203.0.113.9",
) {
  const answer = await dispatchWith(services, new Request(url, more), {
    ip,
    host: new URL(url).host,
  });
  if (!answer) throw new Error("No answer");
  return answer;
}
const eventsOf = async (url: string): Promise<VEvent[]> => {
  const found = Object.values(ical.sync.parseICS(await (await fetched(url)).text()));
  return found.filter((one): one is VEvent => one?.type === "VEVENT");
};
const summaries = async (url: string) => (await eventsOf(url)).map(({ summary }) => summary).sort();
const visible = (visibility: "WORKSPACE" | "SELF") =>
  services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));

it("200 half days at the ends are times, by the person's day", async () => {
  const { url } = await feedOf(person, "MINE");
  const halves = { startPart: "AFTERNOON", endPart: "MORNING" } as const;
  await makeLeave(services, person, { startDate: "2026-12-04", endDate: "2026-12-08", ...halves });
  await makeLeave(services, person, { startDate: "2026-12-11", startPart: "AFTERNOON" });
  expect((await eventsOf(url)).map(({ start, end }) => [start.toISOString(), end?.toISOString()])).toEqual([
    ["2026-12-04T13:00:00.000Z", "2026-12-08T13:00:00.000Z"],
    ["2026-12-11T13:00:00.000Z", "2026-12-11T17:00:00.000Z"],
  ]);
});

it("200 the owner's leave, pending as tentative, from three months back to eighteen ahead", async () => {
  const { url } = await feedOf(person, "MINE");
  expect(new URL(url).pathname).toMatch(/^\/ical\/\w{65}\.ics$/);
  const taken = await makeLeave(services, person, { startDate: "2026-12-24", endDate: "2026-12-31" });
  await makeLeave(services, person, { startDate: "2027-01-11", status: "OPEN" });
  await makeLeave(services, person, { startDate: "2027-01-12", status: "CANCELLED" });
  await makeLeave(services, person, { startDate: "2026-08-19" });
  await makeLeave(services, person, { startDate: "2028-05-22" });
  const other = await makePerson(services, workspace);
  await makeLeave(services, other, { startDate: "2026-12-24" });
  const answer = await fetched(url);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  const found = await eventsOf(url);
  expect(found.map(({ uid, status, transparency }) => [uid.slice(0, 12), status, transparency])).toEqual([
    [`leave-${taken.slice(0, 6)}`, "CONFIRMED", "OPAQUE"],
    [expect.stringMatching(/^leave-/), "TENTATIVE", "OPAQUE"],
  ]);
  expect(await answer.text()).toContain("DTEND;VALUE=DATE:20270101\r\n");
});

it("200 a part day is an event for each working day, in UTC by the location of the leave", async () => {
  await services.db
    .update(locations)
    .set({ timezone: "Europe/Berlin" })
    .where(eq(locations.id, person.locationId));
  await makeLeave(services, person, {
    startDate: "2027-03-26",
    endDate: "2027-03-29",
    ...{ isFullDayLeave: false, startHour: 9, startMinute: 0, endHour: 11, endMinute: 30 },
  });
  const { url } = await feedOf(person, "MINE");
  const found = await eventsOf(url);
  expect(new Set(found.map(({ uid }) => uid)).size).toBe(2);
  // Daylight saving time begins on Sunday the 28th.
  expect(found.map(({ start, end }) => [start.toISOString(), end?.toISOString()])).toEqual([
    ["2027-03-26T08:00:00.000Z", "2027-03-26T10:30:00.000Z"],
    ["2027-03-29T07:00:00.000Z", "2027-03-29T09:30:00.000Z"],
  ]);
});

it("200 hours skipped by daylight saving last as long as the leave: no event has zero duration", async () => {
  await services.db
    .update(locations)
    .set({ timezone: "America/New_York" })
    .where(eq(locations.id, person.locationId));
  await makeLeave(services, person, {
    startDate: "2027-03-14",
    ...{ isFullDayLeave: false, startHour: 2, startMinute: 15, endHour: 2, endMinute: 45 },
  });
  const { url } = await feedOf(person, "MINE");
  expect((await eventsOf(url)).map(({ start, end }) => [start.toISOString(), end?.toISOString()])).toEqual([
    ["2027-03-14T07:00:00.000Z", "2027-03-14T07:30:00.000Z"],
  ]);
});

it("200 the team's approved leave within the owner's current sight, a private type only as Away", async () => {
  await visible("WORKSPACE");
  const other = await makePerson(services, workspace, { name: "Olga Other" });
  await makeLeave(services, other, { startDate: "2026-12-01" });
  await makeLeave(services, other, { startDate: "2026-12-02", status: "OPEN" });
  await makeLeave(services, other, { startDate: "2026-12-03", leaveTypeId: workspace.leaveTypes.sick });
  await services.db
    .update(leaveTypes)
    .set({ isPrivate: true })
    .where(eq(leaveTypes.id, workspace.leaveTypes.sick));
  const { url } = await feedOf(person, "TEAM");
  expect(await summaries(url)).toEqual(["Olga Other: Away", "Olga Other: Vacation"]);
  expect((await eventsOf(url)).map(({ transparency }) => transparency)).toEqual([
    "TRANSPARENT",
    "TRANSPARENT",
  ]);
  await visible("SELF");
  expect(await summaries(url)).toEqual([]);
});

it("200 the holidays of a location", async () => {
  const { workspaceId, locationId } = person;
  await services.db.delete(holidays).where(eq(holidays.workspaceId, workspaceId));
  const holiday = { workspaceId, locationId };
  await services.db.insert(holidays).values([
    { ...holiday, id: crypto.randomUUID(), date: "2026-12-24", name: "Christmas Eve", isHalfDay: true },
    { ...holiday, id: crypto.randomUUID(), date: "2026-12-25", name: "Christmas, Day" },
  ]);
  const { url } = await feedOf(person, "HOLIDAYS", locationId);
  expect(await summaries(url)).toEqual(["Christmas Eve (half day)", "Christmas, Day"]);
});

it("304 while nothing in it changes, and SEQUENCE counts the changes", async () => {
  const id = await makeLeave(services, person, { startDate: "2026-12-24" });
  const { url } = await feedOf(person, "MINE");
  const etag = (await fetched(url)).headers.get("etag") ?? "";
  const again = async () => (await fetched(url, { headers: { "if-none-match": `"x", W/${etag}` } })).status;
  expect(await again()).toBe(304);
  clock.pass(hour);
  expect(await again()).toBe(304);
  const before = await eventsOf(url);
  await services.db.update(leaves).set({ endDate: "2026-12-25", version: 1 }).where(eq(leaves.id, id));
  expect(await again()).toBe(200);
  const after = await eventsOf(url);
  expect(after[0]?.uid).toBe(before[0]?.uid);
  expect([before[0]?.sequence, after[0]?.sequence].map(Number)).toEqual([0, 1]);
  await services.db
    .update(leaveTypes)
    .set({ name: "Holiday leave" })
    .where(eq(leaveTypes.id, person.leaveTypeId));
  expect(await summaries(url)).toEqual(["Holiday leave"]);
});

it("404 after a rotation, an end or the owner's deactivation, and where team feeds are forbidden", async () => {
  await visible("WORKSPACE");
  const own = await signedInCaller(services, person);
  const statusOf = async (url: string) => (await fetched(url)).status;
  const mine = await feedOf(person, "MINE");
  const rotated = await own.calendarFeeds.rotate({ id: mine.id } as never);
  expect([await statusOf(mine.url), await statusOf(rotated.url)]).toEqual([404, 200]);
  await own.calendarFeeds.end({ id: mine.id } as never);
  expect(await statusOf(rotated.url)).toBe(404);
  await expect(own.calendarFeeds.end({ id: mine.id } as never)).rejects.toThrow();
  const team = await feedOf(person, "TEAM");
  const admin = await signedInCaller(services, workspace.people.admin);
  await admin.workspace.updateSettings({ teamFeedsAllowed: false });
  expect(await statusOf(team.url)).toBe(404);
  await expect(feedOf(person, "TEAM")).rejects.toThrow("doesn't allow team calendars");
  await admin.workspace.updateSettings({ teamFeedsAllowed: true });
  expect(await statusOf(team.url)).toBe(200);
  await deactivateUser(await as(services, workspace.people.admin), person.id);
  expect(await statusOf(team.url)).toBe(404);
  expect(
    (await services.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, person.id))).every(
      ({ endedAt }) => endedAt !== null,
    ),
  ).toBe(true);
});

it("ended feeds are deleted a month later, active ones never", async () => {
  const [ended, stands] = [await feedOf(person, "MINE"), await feedOf(person, "TEAM")];
  await (await signedInCaller(services, person)).calendarFeeds.end({ id: ended.id } as never);
  const left = async () => {
    await deleteEndedFeeds(services);
    const rows = await services.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, person.id));
    return rows.map(({ id }) => encodeId("feed", id)).sort();
  };
  clock.pass(30 * day);
  expect(await left()).toEqual([ended.id, stands.id].sort());
  clock.pass(1);
  expect(await left()).toEqual([stands.id]);
});

it("404 for another user's feed, another path, and an unknown one; 405 for a method other than a read", async () => {
  const { id, url } = await feedOf(person, "MINE");
  const other = await signedInCaller(services, workspace.people.admin);
  await expect(other.calendarFeeds.rotate({ id } as never)).rejects.toThrow();
  await expect(other.calendarFeeds.end({ id } as never)).rejects.toThrow();
  for (const path of ["/ical", "/ical/x.ics", `/ical/${"a".repeat(43)}.ics`])
    expect([path, (await fetched(new URL(path, url).href)).status]).toEqual([path, 404]);
  const posted = await fetched(url, { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const head = await fetched(url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

it("429 for a client that fetches too often, and for one that guesses; others can still read", async () => {
  const { url } = await feedOf(person, "MINE");
  const theirs = await feedOf(workspace.people.admin, "MINE");
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await fetched(url)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect((await fetched(theirs.url)).status).toBe(200);
  const guesses = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const { status } = await fetched(new URL("/ical/x.ics", url).href, {}, "203.0.113.77");
      return status;
    }),
  );
  expect(guesses.filter((status) => status === 404)).toHaveLength(20);
  expect((await fetched(theirs.url)).status).toBe(200);
});

it("409 beyond twenty feeds, also of thirty concurrent requests", async () => {
  const calls = Array.from({ length: 30 }, () => feedOf(person, "MINE"));
  const counts = await outcomes(calls);
  expect(counts.ok).toBe(20);
  const rows = await services.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, person.id));
  expect(rows).toHaveLength(20);
});

it("the token is stored nowhere: not in the table, the audit log or the request log", async () => {
  const { id, url } = await feedOf(person, "MINE");
  await fetched(url, { headers: { "user-agent": "Google-Calendar-Importer" } });
  const token = url.slice(-47, -4);
  const tables = [calendarFeeds, auditEvents, requestLog];
  for (const table of tables)
    expect(JSON.stringify(await services.db.select().from(table))).not.toContain(token);
  const own = await signedInCaller(services, person);
  const { items } = await own.calendarFeeds.list();
  expect(items).toMatchObject([{ id, fetchedAt: testNow, fetchedBy: "Google-Calendar-Importer" }]);
  clock.pass(minute);
  await fetched(url);
  expect((await own.calendarFeeds.list()).items).toMatchObject([{ fetchedAt: testNow }]);
});

it("no response passes the address to another site, and no output of the process contains it", async () => {
  const { url } = await feedOf(person, "MINE");
  const written: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0),
  );
  const answers = [
    await fetched(url),
    await fetched(url, { method: "HEAD" }),
    await fetched(url, { headers: { "if-none-match": "*" } }),
    await fetched(url, { method: "POST" }),
    await fetched(url.replace(".ics", "x.ics")),
    ...(await Promise.all(Array.from({ length: 40 }, () => fetched(url)))),
  ];
  for (const spy of spies) spy.mockRestore();
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 304, 404, 405, 429]);
  for (const { headers } of answers)
    expect([headers.get("referrer-policy"), headers.get("x-content-type-options")]).toEqual([
      "no-referrer",
      "nosniff",
    ]);
  expect(written.join("")).not.toContain(url.slice(-47, -4));
});

it("200 a feed is offered to people with leave and without a feed, until they decline for good", async () => {
  const { calendarFeeds: feeds } = await signedInCaller(services, person);
  const offered = async () => (await feeds.offer()).isOffered;
  expect(await offered()).toBe(false);
  await makeLeave(services, await makePerson(services, workspace), { startDate: "2026-12-24" });
  expect(await offered()).toBe(false);
  await makeLeave(services, person, { startDate: "2026-12-24", status: "OPEN" });
  expect(await offered()).toBe(true);
  const { id } = await feedOf(person, "MINE");
  expect(await offered()).toBe(false);
  await feeds.end({ id } as never);
  expect(await offered()).toBe(true);
  await Promise.all([feeds.endOffer(), feeds.endOffer()]);
  expect(await offered()).toBe(false);
  // A feed of an administrator's own is their own.
  await makeLeave(services, workspace.people.admin, { startDate: "2026-12-24" });
  expect(
    (await (await signedInCaller(services, workspace.people.admin)).calendarFeeds.offer()).isOffered,
  ).toBe(true);
});

it("200 a new address comes with the QR code of its subscription, also a rotated one", async () => {
  const created = await feedOf(person, "MINE");
  const rotated = await (await signedInCaller(services, person)).calendarFeeds.rotate({
    id: created.id,
  } as never);
  expect(rotated.url).not.toBe(created.url);
  for (const { url, code } of [created, rotated]) {
    const { size, data } = encode(url.replace(/^https?:/, "webcal:"), { ecc: "M", border: 0 });
    const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    for (const [, x, y, width, back] of code.path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
      expect(back).toBe(x);
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    }
    expect(code.size).toBe(size);
    expect(drawn).toEqual(data);
  }
});
