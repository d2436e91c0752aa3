import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { holidays } from "@/drizzle/schema/directory";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused } from "@/server/test/api-client";
import { makeKeys, makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { importHolidays } from "./import-holidays";
import { type Proposal, proposalsOf } from "./policy";
import { readSource } from "./read-source";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
});
afterAll(() => services.close());

const found = async (country: string, state: string | undefined, year: number, language = "en") => {
  const source = await readSource({ language, country, state, years: [year] });
  return proposalsOf(source.holidays, [year]);
};
const on = (proposals: readonly Proposal[], date: string) => proposals.find((one) => one.date === date);

it("200 names the states in the reader's language", async () => {
  const bavaria = async (language: string) =>
    (await readSource({ language, country: "DE", years: [] })).states.find(([code]) => code === "BY")?.[1];
  expect([await bavaria("en"), await bavaria("de")]).toEqual(["Bavaria", "Bayern"]);
});

it("200 a state's holidays in the reader's language, each day once, without observances", async () => {
  const bavaria = await found("DE", "BY", 2026, "de");
  expect(bavaria.filter(({ kind }) => kind === "PUBLIC")).toHaveLength(12);
  expect(on(bavaria, "2026-06-04")).toMatchObject({ name: "Fronleichnam", kind: "PUBLIC", isHalfDay: false });
  expect(on(bavaria, "2026-02-14")).toBeUndefined();
  expect(on(await found("DE", "BE", 2026, "de"), "2026-06-04")).toBeUndefined();
  for (const date of ["2026-12-24", "2026-12-31"])
    expect(on(bavaria, date)).toMatchObject({ kind: "BANK", isHalfDay: true });
  expect(new Set(bavaria.map(({ date }) => date)).size).toBe(bavaria.length);
});

it("200 a town's own holidays: Assumption Day where most are Catholic, the Peace Festival in Augsburg", async () => {
  const inBavaria = async (region: string | undefined) => {
    const source = await readSource({ language: "en", country: "DE", state: "BY", region, years: [2027] });
    const proposals = proposalsOf(source.holidays, [2027]).filter(({ kind }) => kind === "PUBLIC");
    return ["2027-08-08", "2027-08-15"].map((date) => on(proposals, date)?.name ?? null);
  };
  expect(await inBavaria(undefined)).toEqual([null, null]);
  expect(await inBavaria("EVANG")).toEqual([null, null]);
  expect(await inBavaria("KATH")).toEqual([null, "Assumption"]);
  expect(await inBavaria("A")).toEqual(["Augsburg Peace Festival", "Assumption"]);
  const { regions } = await readSource({ language: "en", country: "DE", state: "BY", years: [] });
  expect(regions).toContainEqual(["A", "Augsburg"]);
});

it("200 a moved day names its substitute, and does not become a half day because the clocks go forward", async () => {
  const england = await found("GB", "ENG", 2027);
  expect(on(england, "2027-12-25")).toMatchObject({ replacedBy: "2027-12-27" });
  expect(on(england, "2027-12-28")).toMatchObject({ replacedBy: null, kind: "PUBLIC" });
  expect(england.some(({ isHalfDay }) => isHalfDay)).toBe(false);
});

it("200 a feast of several days is several days, and one by the moon says that it may move", async () => {
  const turkey = await found("TR", undefined, 2026);
  const feast = ["2026-05-27", "2026-05-28", "2026-05-29", "2026-05-30"];
  for (const date of feast) expect(on(turkey, date)).toMatchObject({ mayMove: true, isHalfDay: false });
  expect(on(turkey, "2026-05-31")).toBeUndefined();
  expect(on(turkey, "2026-10-29")).toMatchObject({ mayMove: false });
});

it("200 several holidays on one day are one with both names", () => {
  const both = ["Labour Day", "Ascension Day"].map((name) => {
    const minutes = 1440;
    return {
      date: "2008-05-01 00:00:00",
      minutes,
      name,
      type: "public",
      rule: "",
      substitute: false,
    } as const;
  });
  expect(proposalsOf(both, [2008])).toMatchObject([{ name: "Labour Day / Ascension Day" }]);
});

it("200 without a country only the list of countries; an unknown country has no holidays", async () => {
  const source = await readSource({ language: "en", years: [] });
  expect(source.countries.length).toBeGreaterThan(150);
  expect(source.holidays).toEqual([]);
  expect((await readSource({ language: "en", country: "XX", years: [2026] })).holidays).toEqual([]);
});

it("503 when the queue is full; cached answers return at once, and capacity recovers", async () => {
  const ask = (year: number) => readSource({ language: "en", country: "IS", years: [year] });
  const answered = await ask(2001);
  const crowd = Array.from({ length: 9 }, (_, at) => ask(2010 + at));
  const settled = Promise.allSettled(crowd);
  expect(await ask(2001)).toBe(answered);
  const { admin } = await makeKeys(services, workspace);
  const busy = await apiClient(services).get<Refused>(
    `/v2/holidays/proposals?locationId=${north()}&country=IS&years=2030`,
    admin,
  );
  expect([busy.status, busy.body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  const asked = await settled;
  expect(asked.map(({ status }) => status)).toEqual([
    ...Array(6).fill("fulfilled"),
    ...Array(3).fill("rejected"),
  ]);
  for (const one of asked.slice(6)) expect(one).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
  expect((await ask(2018)).holidays.length).toBeGreaterThan(0);
});

const callerOf = (person: TestPerson) => signedInCaller(services, person);
const addition = (date: string, name: string) => ({ date, name, isHalfDay: false });
const rowsOn = (date: string) =>
  services.db
    .select()
    .from(holidays)
    .where(and(eq(holidays.workspaceId, workspace.id), eq(holidays.date, date)));
const north = () => encodeId("location", workspace.locations.north);

it("200 two concurrent imports in two languages, repeatedly: each day has one holiday", async () => {
  const { people, locations } = workspace;
  const [admin, lead] = await Promise.all([as(services, people.admin), as(services, people.locationAdmin)]);
  const locationId = locations.north;
  for (let round = 1; round <= 8; round++) {
    const date = `2027-03-0${round}`;
    const counts = await Promise.all([
      importHolidays(admin, { locationId, holidays: [addition(date, "New Year's Day")] }),
      importHolidays(lead, { locationId, holidays: [addition(date, "Neujahr")] }),
      importHolidays(admin, { locationId, holidays: [addition(date, "New Year's Day")] }),
    ]);
    expect(counts.map(({ addedCount }) => addedCount).sort()).toEqual([0, 0, 1]);
    expect(await rowsOn(date)).toHaveLength(1);
  }
});

it("200 shows an existing holiday next to the proposal and keeps it; the audit log lists the added ones", async () => {
  const admin = await callerOf(workspace.people.admin);
  const asked = { language: "en", country: "NO", years: [2026], locationId: north() };
  const before = await admin.publicHolidays.propose(asked as never);
  expect(before.proposals.find(({ date }) => date === "2026-12-25")).toMatchObject({ present: "Christmas" });
  expect(before.proposals.find(({ date }) => date === "2026-05-17")).toMatchObject({ present: null });
  const chosen = before.proposals.filter(({ date }) => ["2026-05-17", "2026-12-25"].includes(date));
  const sent = chosen.map(({ date, name, isHalfDay }) => ({ date, name, isHalfDay }));
  const ctx = await as(services, workspace.people.admin);
  expect(await importHolidays(ctx, { locationId: workspace.locations.north, holidays: sent })).toEqual({
    addedCount: 1,
    presentCount: 1,
  });
  expect((await rowsOn("2026-12-25")).map(({ name }) => name)).toEqual(["Christmas"]);
  const lines = await services.db.select().from(auditEvents).where(eq(auditEvents.action, "holiday.import"));
  expect(lines.at(-1)?.changes).toMatchObject({ holidays: { to: ["2026-05-17 Constitution Day"] } });
});

it("403 approvers and users; 400 and 404 a location admin outside their locations", async () => {
  const south = encodeId("location", workspace.locations.south);
  const wanted = { locationId: workspace.locations.south, holidays: [addition("2026-08-03", "Day")] };
  const asked = { language: "en", years: [], locationId: south };
  for (const person of [workspace.people.approver, workspace.people.user]) {
    const caller = await callerOf(person);
    const ctx = await as(services, person);
    expect(() => importHolidays(ctx, wanted)).toThrowError(expect.objectContaining({ code: "FORBIDDEN" }));
    await expect(caller.publicHolidays.propose(asked as never)).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  const lead = await callerOf(workspace.people.locationAdmin);
  const ctx = await as(services, workspace.people.locationAdmin);
  await expect(importHolidays(ctx, wanted)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(lead.publicHolidays.propose(asked as never)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

describe("through v2", () => {
  type Proposed = { data: { states: object[]; proposals: { date: string; name: string }[] } };
  const propose = async (member: "admin" | "locationAdmin", query: string) =>
    apiClient(services).get<Proposed>(
      `/v2/holidays/proposals?locationId=${north()}&${query}`,
      (await makeKeys(services, workspace))[member],
    );

  it("200 proposals can be imported, each day once", async () => {
    const { status, body } = await propose(
      "locationAdmin",
      "country=DE&state=BY&years=2029,2030&language=de",
    );
    expect(status).toBe(200);
    expect(body.data.states).toContainEqual({ code: "BY", name: "Bayern" });
    const chosen = body.data.proposals.filter(({ date }) => date.endsWith("-01-06"));
    expect(chosen).toMatchObject([
      { date: "2029-01-06", name: "Heilige Drei Könige", kind: "PUBLIC", presentName: null },
      { date: "2030-01-06" },
    ]);
    const { locationAdmin } = await makeKeys(services, workspace);
    const send = (headers = {}) =>
      apiClient(services).v2("POST", "/v2/holidays/import", {
        key: locationAdmin,
        json: { locationId: north(), holidays: chosen.map(({ date, name }) => ({ date, name })) },
        headers,
      });
    expect(await send()).toMatchObject({ status: 200, body: { data: { addedCount: 2, presentCount: 0 } } });
    expect(await send()).toMatchObject({ status: 200, body: { data: { addedCount: 0, presentCount: 2 } } });
    expect(await rowsOn("2029-01-06")).toMatchObject([{ isHalfDay: false }]);
    const again = await propose("admin", "country=DE&state=BY&years=2029");
    expect(again.body.data.proposals).toContainEqual(
      expect.objectContaining({ date: "2029-01-06", presentName: "Heilige Drei Könige" }),
    );
  });

  it.each([
    ["country=Deutschland%20", "country"],
    ["years=1969", "years"],
    ["years=2026,2027,2028,2029,2030,2031", "years"],
    ["language=english", "language"],
    ["names=english", "names"],
  ])("400 %s", async (query, path) => {
    const { status, body } = await propose("admin", query);
    expect(status).toBe(400);
    expect((body as unknown as Refused).error.details?.fields).toMatchObject([{ path }]);
  });

  it("404 a location admin outside their locations; 400 importing there; 403 without the scope", async () => {
    const keys = await makeKeys(services, workspace);
    const api = apiClient(services);
    const south = encodeId("location", workspace.locations.south);
    const path = `/v2/holidays/proposals?locationId=${south}`;
    expect((await api.get(path, keys.locationAdmin)).status).toBe(404);
    expect((await api.get(path, keys.user)).status).toBe(403);
    const json = { locationId: south, holidays: [addition("2029-08-03", "Day")] };
    const refused = await api.v2("POST", "/v2/holidays/import", { key: keys.locationAdmin, json });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { details: { fields: [{ path: "locationId" }] } } },
    });
  });
});
