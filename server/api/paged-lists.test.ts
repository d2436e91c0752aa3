import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiKeys, legacyKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { delegations } from "@/drizzle/schema/delegations";
import { locations } from "@/drizzle/schema/directory";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { leaves } from "@/drizzle/schema/leaves";
import { notifications } from "@/drizzle/schema/notifications";
import { allowedApps, oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { day, plus } from "@/server/kernel/time/clock";
import { freshCounter } from "@/server/modules/integrations/rate-limits/fresh-counter";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { allPages, manyNames, namesInOrder } from "@/server/test/paged-list";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let caller: Awaited<ReturnType<typeof signedInCaller>>;

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  caller = await signedInCaller(services, workspace.people.admin);
});

const minute = 60_000;
/** Rows a minute apart, the last the newest. */
const created = (n: number) => plus(clock(), (n - 1000) * minute);
const owned = (n: number) => ({
  ...{ workspaceId: workspace.id, id: newId(), ownerId: workspace.people.admin.id },
  ...{ createdAt: created(n), updatedAt: clock() },
});
const schedule = {
  ...{ enabled: true, timezone: "Europe/Paris", hour: 9, minute: 0, zoneData: "x" },
  ...{ locationIds: [], departmentIds: [], labelIds: [], sendOnDays: [1] },
};
const notification = (name: string, n: number) => ({
  ...{ ...owned(n), ...schedule, name, frequency: "DAILY" as const, locale: "en" as const },
  destinations: [{ platform: "email" as const, addresses: ["team@example.com"] }],
});
const report = (name: string, n: number) => ({
  ...{ ...owned(n), ...schedule, name, recipients: ["hr@example.com"] },
  ...({ reportType: "WHO_IS_AWAY", frequency: "DAILY", format: "CSV" } as const),
});
const client = (name: string, n: number, isConfidential: boolean) => ({
  ...{ id: newId(), workspaceId: isConfidential ? workspace.id : null, isConfidential, name },
  ...{ redirectUris: ["https://example.com"], grantTypes: [], responseTypes: [] },
  ...{ tokenEndpointAuthMethod: "none", createdAt: created(n) },
});
const date = (n: number) => dayText(dayNumber("2027-01-01") + n);
const leave = (startDate: string) => ({
  ...{ workspaceId: workspace.id, id: newId(), userId: workspace.people.admin.id },
  ...{ locationId: workspace.locations.north, departmentId: workspace.departments.engineering },
  ...{
    leaveTypeId: workspace.leaveTypes.vacation,
    status: "APPROVED" as const,
    startDate,
    endDate: startDate,
  },
  ...{ durationCalendarDays: 1, durationWorkingDays: 1, createdAt: clock(), updatedAt: clock() },
});
const person = (name: string) => ({
  ...{ workspaceId: workspace.id, id: newId(), name, email: `${newId()}@example.com` },
  ...{ locationId: workspace.locations.north, departmentId: workspace.departments.engineering },
  updatedAt: clock(),
});
const delegation = (startDate: string) => ({
  ...{ workspaceId: workspace.id, id: newId(), userId: workspace.people.approver.id },
  ...{ standInId: workspace.people.user.id, startDate, endDate: startDate },
  ...{ createdAt: clock(), updatedAt: clock() },
});

async function addApps(names: readonly string[]): Promise<void> {
  const rows = names.map((name, n) => client(name, n, false));
  await services.db.insert(oauthClients).values(rows);
  await services.db
    .insert(allowedApps)
    .values(rows.map(({ id }) => ({ workspaceId: workspace.id, clientId: id, allowedAt: clock() })));
}

/** Keys of v1 whose beginnings are the names. */
async function addLegacyKeys(names: readonly string[]): Promise<void> {
  const rows = names.map((prefix, n) => ({
    ...{ workspaceId: workspace.id, id: newId(), prefix, lastFour: "" },
    ...{ hash: Buffer.from(newId()), importedAt: created(n) },
  }));
  await services.db.insert(legacyKeys).values(rows);
  await services.db
    .insert(rateCounters)
    .values(rows.map(({ id }) => freshCounter(workspace.id, id, clock())));
}

/** Keys with one request more each. */
async function addUsedKeys(names: readonly string[]): Promise<void> {
  const rows = names.map((name, n) => ({
    ...{ workspaceId: workspace.id, id: newId(), ownerId: workspace.people.admin.id, name },
    ...{ prefix: "svc_live_", lastFour: "0000", hash: Buffer.from(newId()), scopes: [] },
    createdAt: created(n),
  }));
  await services.db.insert(apiKeys).values(rows);
  await services.db
    .insert(rateCounters)
    .values(rows.map(({ id }, n) => ({ ...freshCounter(workspace.id, id, clock()), monthCount: n })));
}

/** People with a certificate each, due a day later than that of the one before. */
async function addCertificates(names: readonly string[]): Promise<void> {
  const people = names.map((name) => ({ ...person(name), createdAt: clock() }));
  await services.db.insert(users).values(people);
  const taken = people.map(({ id }, n) => ({ ...leave(date(n)), userId: id }));
  await services.db.insert(leaves).values(taken);
  await services.db.insert(leaveCertificates).values(
    taken.map(({ id, userId, startDate }) => ({
      ...{ workspaceId: workspace.id, leaveId: id, userId, askedAt: clock(), dueOn: startDate },
    })),
  );
}

async function addPeople(names: readonly string[]): Promise<void> {
  await services.db
    .insert(users)
    .values(names.map((name, n) => ({ ...person(name), createdAt: created(n) })));
}

/** Lines of a resource type without a public id; they name their resource. */
async function addAuditLines(names: readonly string[]): Promise<void> {
  await services.db.insert(auditEvents).values(
    names.map((resourceId, n) => ({
      ...{ workspaceId: workspace.id, id: newId(), at: created(n), action: "thing.do" },
      ...{ resourceType: "thing", resourceId },
    })),
  );
}

interface Asked {
  cursor?: string | undefined;
  q?: string;
  sort?: "name" | "-name";
}
interface Named {
  items: string[];
  next: string | null;
  excluded: number;
}

/** The page of a list, of each row its name. */
const pageOf =
  <Row>(
    ask: (asked: Asked) => Promise<{ items: Row[]; next: string | null; excluded: number }>,
    nameOf: (row: Row) => string,
  ) =>
  async (asked: Asked): Promise<Named> => {
    const { items, ...page } = await ask(asked);
    return { ...page, items: items.map(nameOf) };
  };

const insertedOrder = (names: readonly string[]): readonly string[] => names;
const reversed = (names: readonly string[]): readonly string[] => names.toReversed();
const dates = (count: number) => Array.from({ length: count }, (_, n) => date((n * 71) % count));
const latestFirst = (names: readonly string[]) => names.toSorted().toReversed();
const nameOf = ({ name }: { name: string }) => name;
const startOf = ({ startDate }: { startDate: string }) => startDate;

const lists = [
  {
    list: "notifications",
    rows: manyNames,
    add: (names: readonly string[]) => services.db.insert(notifications).values(names.map(notification)),
    page: pageOf((asked) => caller.notifications.page(asked), nameOf),
    inOrder: insertedOrder,
    newer: "0 newer",
    isSearched: true,
  },
  {
    list: "scheduled reports",
    rows: manyNames,
    add: (names: readonly string[]) => services.db.insert(scheduledReports).values(names.map(report)),
    page: pageOf((asked) => caller.scheduledReports.page(asked), nameOf),
    inOrder: insertedOrder,
    newer: "0 newer",
    isSearched: true,
  },
  {
    list: "locations",
    rows: manyNames,
    add: (names: readonly string[]) =>
      services.db.insert(locations).values(
        names.map((name, n) => ({
          ...{ workspaceId: workspace.id, id: newId(), name },
          ...{ timezone: "Europe/Paris", createdAt: created(n) },
        })),
      ),
    page: pageOf((asked) => caller.directory.locations.page(asked), nameOf),
    inOrder: namesInOrder,
    newer: "0 before",
    isSearched: true,
  },
  {
    list: "workspace's apps",
    rows: manyNames,
    add: addApps,
    page: pageOf((asked) => caller.workspaceApps.page(asked), nameOf),
    inOrder: namesInOrder,
    newer: "0 before",
  },
  {
    list: "OAuth clients",
    rows: manyNames,
    add: (names: readonly string[]) =>
      services.db.insert(oauthClients).values(names.map((name, n) => client(name, n, true))),
    page: pageOf((asked) => caller.oauthClients.page(asked), nameOf),
    inOrder: reversed,
    newer: "newer",
  },
  {
    list: "legacy keys",
    rows: manyNames,
    add: addLegacyKeys,
    page: pageOf(
      (asked) => caller.legacyKeys.page(asked),
      ({ masked }) => masked.slice(0, -1),
    ),
    inOrder: insertedOrder,
    newer: "0 newer",
  },
  {
    list: "quotas",
    rows: manyNames,
    add: addUsedKeys,
    page: pageOf((asked) => caller.requestLog.quotas(asked), nameOf),
    inOrder: reversed,
    newer: "0 newer",
    isSearched: true,
  },
  {
    list: "certificates",
    rows: manyNames,
    add: addCertificates,
    page: pageOf(
      ({ q, cursor }) => caller.certificates.page({ q, cursor }),
      ({ userName }) => userName,
    ),
    inOrder: insertedOrder,
    newer: "0 newer",
    isSearched: true,
  },
  {
    list: "people",
    rows: manyNames,
    add: addPeople,
    page: pageOf(({ q, cursor }) => caller.people.page({ cursor, ...(q && { text: q }) }), nameOf),
    inOrder: namesInOrder,
    newer: "0 before",
    isSearched: true,
    isOneWay: true,
  },
  {
    list: "audit log",
    rows: manyNames,
    add: addAuditLines,
    page: pageOf(
      ({ cursor }) => caller.audit.list({ cursor, limit: 100 }),
      ({ resourceId }) => resourceId ?? "",
    ),
    inOrder: reversed,
    newer: "newer",
  },
  {
    list: "own leave",
    rows: dates,
    add: (days: readonly string[]) => services.db.insert(leaves).values(days.map(leave)),
    page: pageOf(({ cursor }) => caller.leaves.page({ cursor }), startOf),
    inOrder: latestFirst,
    newer: date(1000),
  },
  {
    list: "stand-ins",
    rows: dates,
    add: (days: readonly string[]) => services.db.insert(delegations).values(days.map(delegation)),
    page: pageOf((asked) => caller.delegations.page(asked), startOf),
    inOrder: latestFirst,
    newer: date(1000),
  },
];

describe.each(lists)("the page of $list", ({ rows, add, page, inOrder, newer }) => {
  const each = async () => (await allPages((cursor) => page({ cursor }))).flatMap(({ items }) => items);

  it("has at most 100 rows; all pages have each of 205 once, in the list's order", async () => {
    const [before] = await allPages((cursor) => page({ cursor }));
    await add(rows(205));
    const pages = await allPages((cursor) => page({ cursor }));
    const names = [...(before?.items ?? []), ...rows(205)];
    expect(pages.map(({ items }) => items.length)).toEqual([100, 100, names.length - 200]);
    expect(pages.flatMap(({ items }) => items)).toEqual(inOrder(names));
  });

  it("neither repeats nor hides a row when others are added between two pages", async () => {
    await add(rows(205));
    const before = await each();
    const first = await page({});
    await add([newer]);
    const rest = await allPages((cursor = first.next ?? "") => page({ cursor }));
    const names = [first, ...rest].flatMap(({ items }) => items);
    expect(names.filter((name) => name !== newer)).toEqual(before);
  });
});

describe.each(lists.filter(({ isSearched }) => isSearched))("the search of $list", ({ rows, add, page }) => {
  it("finds a row of the third page, ignoring case and accents", async () => {
    await add([...rows(205), "~ Žofie"]);
    expect((await page({ q: " ZOFIE " })).items).toEqual(["~ Žofie"]);
    const nothing = await page({ q: "no such" });
    expect(nothing.items).toEqual([]);
    expect(nothing.excluded).toBeGreaterThan(205);
  });
});

describe.each(lists.filter(({ inOrder, isOneWay }) => inOrder === namesInOrder && !isOneWay))(
  "the order of $list",
  ({ add, page }) => {
    it("by name in reverse is that by name from the end", async () => {
      await add(manyNames(205));
      const [ascending, descending] = await Promise.all(
        (["name", "-name"] as const).map(async (sort) =>
          (await allPages((cursor) => page({ cursor, sort }))).flatMap(({ items }) => items),
        ),
      );
      expect(descending).toEqual(ascending?.toReversed());
    });
  },
);

describe("the filters", () => {
  it("certificates: overdue, due and received are told apart; cancelled leave owes none", async () => {
    await addCertificates(["Ada", "Bo", "Cy", "Di"]);
    const rows = await services.db
      .select({ id: leaves.id })
      .from(leaves)
      .where(eq(leaves.workspaceId, workspace.id))
      .orderBy(leaves.startDate);
    const [ada, bo, , di] = rows.map(({ id }) => id);
    const of = (id = "") => eq(leaveCertificates.leaveId, id);
    await services.db.update(leaveCertificates).set({ dueOn: "2020-01-01" }).where(of(ada));
    await services.db.update(leaveCertificates).set({ receivedAt: clock() }).where(of(bo));
    await services.db
      .update(leaves)
      .set({ status: "CANCELLED" })
      .where(eq(leaves.id, di ?? ""));
    const named = async (standing: "open" | "overdue" | "due" | "handedIn" | "all") =>
      (await caller.certificates.page({ standing })).items.map(({ userName }) => userName);
    expect(await named("open")).toEqual(["Ada", "Cy"]);
    expect(await named("overdue")).toEqual(["Ada"]);
    expect(await named("due")).toEqual(["Cy"]);
    expect(await named("handedIn")).toEqual(["Bo"]);
    expect((await named("all")).toSorted()).toEqual(["Ada", "Bo", "Cy"]);
  });

  it("403 for the certificates of others without keeping their files", async () => {
    const asUser = await signedInCaller(services, workspace.people.user);
    await expect(asUser.certificates.page({})).rejects.toThrow();
  });

  it("audit log: a next page also for a filter whose unset fields the page named", async () => {
    await addAuditLines(["a", "b"]);
    const { next } = await caller.audit.list({ action: "thing", actor: undefined, to: undefined, limit: 1 });
    expect((await caller.audit.list({ action: "thing", limit: 1, cursor: next ?? "" })).items).toHaveLength(
      1,
    );
  });

  it("quotas: of one key, and the numbers of keys at each stage; legacy keys are administrators'", async () => {
    await addUsedKeys(["idle", "busy", "full"]);
    await addLegacyKeys(["old"]);
    const { items } = await caller.requestLog.quotas({});
    const [fullest] = items;
    for (const [name, monthCount] of [
      ["busy", 24_000],
      ["full", 30_000],
    ] as const)
      await services.db
        .update(rateCounters)
        .set({ monthCount })
        .where(
          eq(rateCounters.keyId, decodeId("key", items.find((key) => key.name === name)?.id ?? "") ?? ""),
        );
    expect((await caller.requestLog.quotas({})).items.map(({ name, stage }) => [name, stage])).toEqual([
      ["full", 100],
      ["busy", 80],
      ["old… (v1)", 0],
      ["idle", 0],
    ]);
    expect((await caller.requestLog.quotas({ key: fullest?.id })).items.map(nameOf)).toEqual(["full"]);
    expect(await caller.requestLog.quotaCounts()).toEqual({
      all: 4,
      reached: [
        { stage: 80, count: 2 },
        { stage: 95, count: 1 },
        { stage: 100, count: 1 },
      ],
    });
    const other = await signedInCaller(services, workspace.people.approver);
    expect((await other.requestLog.quotas({})).items).toEqual([]);
  });

  it("notifications: kind, state, and texts of destinations and owner", async () => {
    await services.db.insert(notifications).values([
      notification("daily", 1),
      { ...notification("birthday", 2), frequency: "BIRTHDAY", sendOnNonWorkingDays: true },
      {
        ...{ ...notification("paused", 3), enabled: false, ownerId: workspace.people.approver.id },
        destinations: [{ platform: "slack", addresses: ["C0123"], channelName: "Küche" }],
      },
    ]);
    const found = async (asked: Parameters<typeof caller.notifications.page>[0]) =>
      (await caller.notifications.page(asked)).items.map(nameOf);
    expect(await found({ kind: "birthday" })).toEqual(["birthday"]);
    expect(await found({ state: "enabled" })).toEqual(["daily", "birthday"]);
    expect(await found({ state: "paused", kind: "weekly" })).toEqual([]);
    for (const q of ["slack", "c0123", "kuche", "paul appr"]) expect(await found({ q })).toEqual(["paused"]);
    expect(await found({ q: "team@example" })).toEqual(["daily", "birthday"]);
    expect(await caller.notifications.countByPlatform()).toEqual({ slack: 1, microsoft: 0 });
  });

  it("notifications: those of others are for administrators only", async () => {
    await services.db
      .insert(notifications)
      .values([
        notification("theirs", 1),
        { ...notification("own", 2), ownerId: workspace.people.approver.id },
      ]);
    const approver = await signedInCaller(services, workspace.people.approver);
    expect((await approver.notifications.page({})).items.map(nameOf)).toEqual(["own"]);
    expect(await approver.notifications.page({ q: "theirs" })).toMatchObject({ items: [], excluded: 1 });
    expect((await caller.notifications.page({})).items.map(nameOf)).toEqual(["theirs", "own"]);
  });

  it("scheduled reports: type, state, and texts of recipients and format; 403 for an approver", async () => {
    await services.db
      .insert(scheduledReports)
      .values([
        report("away", 1),
        { ...report("balances", 2), reportType: "LEAVE_BALANCES", format: "XLSX" },
        { ...report("paused", 3), enabled: false, recipients: ["b@example.com", "Zoë@example.com"] },
      ]);
    const found = async (asked: Parameters<typeof caller.scheduledReports.page>[0]) =>
      (await caller.scheduledReports.page(asked)).items.map(nameOf);
    expect(await found({ type: "LEAVE_BALANCES" })).toEqual(["balances"]);
    expect(await found({ q: "xlsx" })).toEqual(["balances"]);
    expect(await found({ state: "paused" })).toEqual(["paused"]);
    expect(await found({ q: "zoe@" })).toEqual(["paused"]);
    const approver = await signedInCaller(services, workspace.people.approver);
    await expect(approver.scheduledReports.page({})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("own leave: time, year, type and state; never another person's, and none that is deleted", async () => {
    const { vacation, sick } = workspace.leaveTypes;
    const { user } = workspace.people;
    await services.db.insert(leaves).values([
      { ...leave("2025-12-30"), endDate: "2026-01-02", leaveTypeId: sick },
      { ...leave("2026-11-19"), endDate: "2026-11-20" },
      { ...leave("2026-12-01"), status: "OPEN" },
      { ...leave("2026-12-02"), status: "CANCELLED" },
      { ...leave("2024-12-03"), status: "DELETED", leaveTypeId: vacation },
      { ...leave("2026-12-04"), userId: user.id },
    ]);
    const found = async (asked: Parameters<typeof caller.leaves.page>[0]) =>
      (await caller.leaves.page(asked)).items.map(startOf);
    expect(await found({ sort: "dates" })).toEqual(["2025-12-30", "2026-11-19", "2026-12-01", "2026-12-02"]);
    expect(await found({ when: "coming" })).toEqual(["2026-12-01", "2026-11-19"]);
    expect(await found({ when: "waiting" })).toEqual(["2026-12-01"]);
    expect(await found({ when: "past" })).toEqual(["2025-12-30"]);
    expect(await found({ year: "2025" })).toEqual(["2025-12-30"]);
    expect(await found({ year: "2026", state: "APPROVED" })).toEqual(["2026-11-19", "2025-12-30"]);
    expect(await found({ type: "no such" })).toEqual([]);
    const choices = await caller.leaves.pageChoices();
    expect(choices.years).toEqual(["2026", "2025"]);
    expect(choices.types).toHaveLength(2);
    for (const type of choices.types) expect((await found({ type })).length).toBeGreaterThan(0);
    await expect(found({ year: "0000" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await services.db.insert(leaves).values({ ...leave("2028-12-01"), endDate: "2030-01-31" });
    expect((await caller.leaves.pageChoices()).years).toEqual(["2030", "2029", "2028", "2026", "2025"]);
    expect(await found({ year: "2029" })).toEqual(["2028-12-01"]);
  });

  it("stand-ins: by their status today", async () => {
    await services.db
      .insert(delegations)
      .values([
        delegation("2026-11-20"),
        delegation("2026-12-20"),
        delegation("2026-10-20"),
        { ...delegation("2026-12-24"), endedAt: clock() },
      ]);
    const found = async (time: "ACTIVE" | "UPCOMING" | "ENDED") =>
      (await caller.delegations.page({ time })).items.map(startOf);
    expect(await found("ACTIVE")).toEqual(["2026-11-20"]);
    expect(await found("UPCOMING")).toEqual(["2026-12-20"]);
    expect(await found("ENDED")).toEqual(["2026-12-24", "2026-10-20"]);
    const stranger = await signedInCaller(services, workspace.people.platformer);
    expect(await stranger.delegations.page({ time: "ENDED" })).toEqual({
      items: [],
      next: null,
      excluded: 0,
    });
  });

  it("locations: by the number of people, and by time zone; 403 for anyone but administrators", async () => {
    const { items } = await caller.directory.locations.page({ sort: "-people" });
    const counts = items.map(({ peopleCount }) => peopleCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.at(0)).toBeGreaterThan(0);
    expect(counts.at(-1)).toBe(0);
    const zone = items[0]?.timezone ?? "";
    const sameZone = await caller.directory.locations.page({ q: zone.toUpperCase() });
    expect(sameZone.items.map(nameOf)).toContain(items[0]?.name);
    const manager = await signedInCaller(services, workspace.people.locationAdmin);
    await expect(manager.directory.locations.page({})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("apps: connected or listed, by the number of their people; the ending ones are connected and not allowed", async () => {
    await addApps(["listed"]);
    const [connected, ofWorkspace, revoked] = [
      client("connected", 1, false),
      client("of the workspace", 2, true),
      client("revoked", 3, false),
    ];
    await services.db
      .insert(oauthClients)
      .values([connected, ofWorkspace, revoked, client("unused", 4, false)]);
    const grant = ({ id }: { id: string }, who: "admin" | "user") => ({
      ...{
        workspaceId: workspace.id,
        id: newId(),
        userId: workspace.people[who].id,
        clientId: id,
        scopes: [],
      },
      ...{ createdAt: clock(), expiresAt: plus(clock(), day), revokedAt: id === revoked.id ? clock() : null },
    });
    await services.db
      .insert(oauthGrants)
      .values([
        grant(connected, "admin"),
        grant(connected, "user"),
        grant(ofWorkspace, "user"),
        grant(revoked, "user"),
      ]);
    const { items } = await caller.workspaceApps.page({ sort: "-people" });
    expect(items.map(({ name, peopleCount }) => [name, peopleCount])).toEqual([
      ["connected", 2],
      ["of the workspace", 1],
      ["listed", 0],
    ]);
    expect(items.map(({ isOfWorkspace, allowedAt }) => [isOfWorkspace, allowedAt])).toEqual([
      [false, null],
      [true, null],
      [false, clock()],
    ]);
    expect(items[0]?.clientId).toBe(encodeId("client", connected.id));
    const ending = await caller.workspaceApps.ending();
    expect(ending).toMatchObject({ items: [{ name: "connected", peopleCount: 2 }], moreCount: 0 });
  });
});
