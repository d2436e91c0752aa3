import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
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

type Given = Partial<typeof apiKeys.$inferInsert & typeof rateCounters.$inferInsert>;

/** Keys of the administrator, a minute apart, the last the newest. */
async function addKeys(names: readonly string[], given: (n: number) => Given = () => ({})) {
  const now = services.clock();
  const rows = names.map((name, n) => ({
    workspaceId: workspace.id,
    id: newId(),
    ownerId: workspace.people.admin.id,
    name,
    prefix: "svc_live_",
    lastFour: String(n).padStart(4, "0"),
    hash: Buffer.from(newId()),
    scopes: ["users:read"],
    createdAt: plus(now, (n - names.length) * 60_000),
    ...given(n),
  }));
  await services.db.insert(apiKeys).values(rows);
  await services.db.insert(rateCounters).values(
    rows.map(({ workspaceId, id }, n) => ({
      workspaceId,
      keyId: id,
      theoreticalArrivalAt: now,
      month: now.toISOString().slice(0, 8).concat("01"),
      day: now.toISOString().slice(0, 10),
      ...given(n),
    })),
  );
}

type Page = Awaited<ReturnType<typeof caller.apiKeys.page>>;
const namesOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items.map(({ name }) => name));

describe("the page of keys", () => {
  it("has at most 100 rows; all pages have each of 205 once, newest first", async () => {
    await addKeys(manyNames(205));
    const pages = await allPages((cursor) => caller.apiKeys.page({ cursor }));
    expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 5]);
    expect(namesOf(pages)).toEqual(manyNames(205).reverse());
  });

  it("is ordered by name in Unicode's collation, in both directions", async () => {
    await addKeys(manyNames(205));
    const byName = namesOf(await allPages((cursor) => caller.apiKeys.page({ sort: "name", cursor })));
    expect(byName).toEqual(namesInOrder(manyNames(205)));
    const reversed = namesOf(await allPages((cursor) => caller.apiKeys.page({ sort: "-name", cursor })));
    expect(reversed).toEqual(byName.toReversed());
  });

  it("is ordered by last use, unused keys as the oldest, and by this month's requests", async () => {
    const lastMonth = { month: "2020-01-01", monthCount: 999 };
    await addKeys(manyNames(205), (n) => ({
      lastUsedAt: n % 2 ? plus(services.clock(), -n * 1000) : null,
      monthCount: n % 7,
      ...(n % 10 === 0 ? lastMonth : {}),
    }));
    for (const sort of ["used", "-used", "month", "-month"] as const) {
      const rows = (await allPages((cursor) => caller.apiKeys.page({ sort, cursor }))).flatMap(
        ({ items }) => items,
      );
      expect(rows).toHaveLength(205);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(205);
      const values = rows.map((row) =>
        sort.endsWith("used") ? (row.lastUsedAt?.getTime() ?? 0) : row.requestsThisMonth,
      );
      expect(values).toEqual(values.toSorted((a, b) => (sort.startsWith("-") ? b - a : a - b)));
    }
  });

  it("is ordered by the last use, for an unused key by its creation", async () => {
    const now = services.clock();
    await addKeys(["old", "new", "used"], (n) => ({
      createdAt: plus(now, (n - 9) * day),
      ...(n === 2 ? { createdAt: plus(now, -20 * day), lastUsedAt: plus(now, -8.5 * day) } : {}),
    }));
    expect(namesOf([await caller.apiKeys.page({ sort: "-recent" })])).toEqual(["new", "used", "old"]);
  });

  it("finds a row of the third page by name, mask, owner or scope", async () => {
    await addKeys(["Gehälter", ...manyNames(205)], (n) =>
      n === 0 ? { lastFour: "zQ9x", scopes: ["leaves:write"] } : {},
    );
    for (const q of ["gehalter", "…zq9x", "leaves:wr"])
      expect(namesOf([await caller.apiKeys.page({ q })])).toEqual(["Gehälter"]);
    expect((await caller.apiKeys.page({ q: "ada admin" })).items).toHaveLength(100);
  });

  it("each status has the keys that the page shows with it", async () => {
    const now = services.clock();
    await addKeys(["used", "unused", "expiring", "expired", "revoked"], (n) => ({
      createdAt: plus(now, -60 * day),
      lastUsedAt: n === 1 ? null : plus(now, -day),
      ...(n === 2 ? { expiresAt: plus(now, day) } : {}),
      ...(n === 3 ? { expiresAt: plus(now, -day) } : {}),
      ...(n === 4 ? { revokedAt: plus(now, -day) } : {}),
    }));
    const found = async (status: NonNullable<Parameters<typeof caller.apiKeys.page>[0]["status"]>) =>
      (await caller.apiKeys.page({ status, sort: "name" })).items;
    const expected = {
      current: ["expired", "expiring", "unused", "used"],
      active: ["expiring", "unused", "used"],
      unused: ["unused"],
      expiring: ["expiring"],
      expired: ["expired"],
      revoked: ["revoked"],
      all: ["expired", "expiring", "revoked", "unused", "used"],
    } as const;
    for (const [status, names] of Object.entries(expected))
      expect((await found(status as keyof typeof expected)).map(({ name }) => name)).toEqual(names);
    const { all, active, unused, expiring } = expected;
    expect(await caller.apiKeys.counts()).toEqual({
      ...{ all: all.length, active: active.length, unused: unused.length, expiring: expiring.length },
      used: 4,
    });
    expect((await found("unused")).every(({ isUnused }) => isUnused)).toBe(true);
    expect((await found("expiring")).every(({ isExpiring }) => isExpiring)).toBe(true);
    expect((await found("expired")).every(({ state }) => state === "expired")).toBe(true);
  });

  it("neither repeats nor hides a row when others are added between two pages", async () => {
    await addKeys(manyNames(205));
    const first = await caller.apiKeys.page({});
    await addKeys(["newer"]);
    const rest = await allPages((cursor = first.next ?? "") => caller.apiKeys.page({ cursor }));
    expect(namesOf([first, ...rest])).toEqual(manyNames(205).reverse());
  });

  it("says how many keys the filter excludes when it finds none", async () => {
    expect(await caller.apiKeys.page({})).toEqual({ items: [], next: null, excluded: 0 });
    await addKeys(["a", "b"], () => ({ revokedAt: services.clock() }));
    expect(await caller.apiKeys.page({})).toEqual({ items: [], next: null, excluded: 2 });
  });

  it("403 the keys of others unless the caller is an administrator", async () => {
    await addKeys(["of the administrator"]);
    const approver = await signedInCaller(services, workspace.people.approver);
    await expect(approver.apiKeys.page({ owner: "workspace" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await approver.apiKeys.page({})).items).toEqual([]);
    const userId = encodeId("user", workspace.people.admin.id);
    await expect(approver.apiKeys.page({ owner: { userId } })).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const owner of ["workspace", { userId }] as const)
      expect(namesOf([await caller.apiKeys.page({ owner })])).toEqual(["of the administrator"]);
    const nobodys = { userId: encodeId("user", workspace.people.approver.id) };
    expect((await caller.apiKeys.page({ owner: nobodys })).items).toEqual([]);
  });
});
