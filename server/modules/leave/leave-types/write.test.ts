import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

interface Policy {
  locationId: string;
  yearlyQuota: number;
  rolloverMaximum: number | null;
}
type Detail = Single<{ id: string; position: number; policies: Policy[] }>;

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const location = (name: keyof TestWorkspace["locations"]) => encodeId("location", workspace.locations[name]);
const vacation = () => `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}`;
const send = (method: string, path: string, json: unknown, key: TestKey = keys.admin) =>
  api.v2<Detail>(method, path, { key, json });
const faultsOf = (body: unknown) =>
  ((body as Refused).error.details?.fields ?? []).map(({ path }) => path).sort();
const codeOf = (body: unknown) => (body as Refused).error.code;

it("201 a leave type after all others, with its policies", async () => {
  const made = await send("POST", "/v2/leave-types", {
    name: "Parental",
    color: "ABCDEF",
    policies: [
      { locationId: location("north"), yearlyQuota: 12.5, rollover: "LIMITED", rolloverMaximum: 3 },
      { locationId: location("south"), unlimited: true, shortestDuration: "HOUR", accrual: "WEEKLY" },
    ],
  });
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({ name: "Parental", color: "abcdef", isActive: true, position: 4 });
  expect(made.body.data.policies).toMatchObject([
    { locationId: location("north"), yearlyQuota: 12.5, rolloverMaximum: 3, approvalRequired: true },
    { locationId: location("south"), unlimited: true, shortestDuration: "HOUR", accrual: "WEEKLY" },
  ]);
});

it("200 sets one location's policy, and keeps the others and unsent rules", async () => {
  const changed = await send("PATCH", vacation(), {
    policies: [
      { locationId: location("north"), yearlyQuota: 30 },
      { locationId: location("empty"), reasonRequired: true },
    ],
  });
  expect(changed.status).toBe(200);
  const byLocation = new Map(changed.body.data.policies.map((policy) => [policy.locationId, policy]));
  expect(byLocation.get(location("north"))).toMatchObject({ yearlyQuota: 30, rolloverMaximum: 5 });
  expect(byLocation.get(location("south"))).toMatchObject({ yearlyQuota: 20.5, accrual: "MONTHLY" });
  expect(byLocation.get(location("empty"))).toMatchObject({ yearlyQuota: 0, reasonRequired: true });
});

it("200 a policy counts by the mode that is set, and keeps it where it is not sent", async () => {
  const modeOf = async (more: Record<string, unknown>) => {
    const policies = [{ locationId: location("north"), ...more }];
    const { body } = await send("PATCH", vacation(), { policies });
    return body.data.policies.find(({ locationId }) => locationId === location("north"));
  };
  expect(await modeOf({ countMode: "CALENDAR_DAYS" })).toMatchObject({ countMode: "CALENDAR_DAYS" });
  expect(await modeOf({ yearlyQuota: 30 })).toMatchObject({ countMode: "CALENDAR_DAYS", yearlyQuota: 30 });
  expect(await modeOf({ countMode: "WORKING_DAYS" })).toMatchObject({ countMode: "WORKING_DAYS" });
  const policies = [{ locationId: location("north"), countMode: "WEEKS" }];
  const refused = await send("PATCH", vacation(), { policies });
  expect([refused.status, faultsOf(refused.body)]).toEqual([400, ["policies.0.countMode"]]);
});

it("200 a rollover that is no longer limited loses its maximum", async () => {
  const policies = [{ locationId: location("north"), rollover: "ALL" }];
  const changed = await send("PATCH", vacation(), { policies });
  expect(changed.body.data.policies.find(({ locationId }) => locationId === location("north"))).toMatchObject(
    {
      rollover: "ALL",
      rolloverMaximum: null,
    },
  );
});

it("400 every invalid policy at once, and nothing is written", async () => {
  const other = await makeWorkspace(services);
  const refused = await send("PATCH", vacation(), {
    name: "Changed",
    policies: [
      { locationId: location("empty"), rollover: "LIMITED" },
      { locationId: location("empty") },
      { locationId: location("south"), rolloverMaximum: 4 },
      { locationId: encodeId("location", other.locations.north) },
    ],
  });
  expect(faultsOf(refused.body)).toEqual([
    "policies.0.rolloverMaximum",
    "policies.1.locationId",
    "policies.2.rolloverMaximum",
    "policies.3.locationId",
  ]);
  const after = await api.get<Detail>(vacation(), keys.admin);
  expect(after.body.data).toMatchObject({ name: "Vacation" });
});

it("400 accruals and hours below the Complete plan; existing settings stay", async () => {
  const core = await makeWorkspace(services, { plan: "CORE" });
  const { admin } = await makeKeys(services, core);
  const path = `/v2/leave-types/${encodeId("leaveType", core.leaveTypes.vacation)}`;
  const south = encodeId("location", core.locations.south);
  const hourly = [{ locationId: south, accrual: "WEEKLY", shortestDuration: "HALF_HOUR" }];
  expect(faultsOf((await send("PATCH", path, { policies: hourly }, admin)).body)).toEqual([
    "policies.0.accrual",
    "policies.0.shortestDuration",
  ]);
  const changed = await send("PATCH", path, { policies: [{ locationId: south, yearlyQuota: 9 }] }, admin);
  expect(changed.body.data.policies.find(({ locationId }) => locationId === south)).toMatchObject({
    accrual: "MONTHLY",
    yearlyQuota: 9,
  });
});

it("200 lists follow the position", async () => {
  await send("PATCH", vacation(), { position: 0 });
  const listed = await api.get<Listed>("/v2/leave-types", keys.admin);
  expect(listed.body.data.map(({ name }) => name)).toEqual(["Vacation", "Sick", "Old"]);
});

it("409 a taken name; of many concurrent changes to one name, one gets it", async () => {
  expect(codeOf((await send("PATCH", vacation(), { name: "Sick" })).body)).toBe("CONFLICT");
  const made = await Promise.all(
    Array.from({ length: 5 }, () => send("POST", "/v2/leave-types", { name: "Study", color: "000000" })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});

it("405 to delete: it is taken out of use instead", async () => {
  expect((await api.v2("DELETE", vacation(), { key: keys.admin })).status).toBe(405);
  expect((await send("PATCH", vacation(), { isActive: false })).body.data).toMatchObject({ isActive: false });
});

it("403 for everyone except administrators", async () => {
  for (const role of ["locationAdmin", "approver", "user"] as const)
    expect((await send("PATCH", vacation(), { name: "Mine" }, keys[role])).status).toBe(403);
});

it("200 sets the rule of the first year with its months, and drops them with it", async () => {
  const sent = async (more: Record<string, unknown>) => {
    const answer = await send("PATCH", vacation(), {
      policies: [{ locationId: location("north"), ...more }],
    });
    const policy = answer.body.data?.policies.find(({ locationId }) => locationId === location("north"));
    return answer.status === 200 ? policy : faultsOf(answer.body);
  };
  const waiting = { firstYear: "AFTER_MONTHS", firstYearMonths: 6, quotaRounding: "HALF" };
  expect(await sent({})).toMatchObject({ firstYear: "BY_DAY", firstYearMonths: null, quotaRounding: "NONE" });
  expect(await sent({ firstYear: "AFTER_MONTHS" })).toEqual(["policies.0.firstYearMonths"]);
  expect(await sent({ firstYearMonths: 6 })).toEqual(["policies.0.firstYearMonths"]);
  expect(await sent({ ...waiting, firstYearMonths: 61 })).toEqual(["policies.0.firstYearMonths"]);
  expect(await sent(waiting)).toMatchObject(waiting);
  expect(await sent({ reasonRequired: true })).toMatchObject(waiting);
  const whole = { firstYear: "FULL", firstYearMonths: null, quotaRounding: "HALF" };
  expect(await sent({ firstYear: "FULL" })).toMatchObject(whole);
});

it("previews what a policy gives someone who starts in the middle of the year", async () => {
  const rules = { yearlyQuota: 30, firstYear: "BY_MONTH", quotaRounding: "WHOLE" };
  const policies = [
    { locationId: location("north"), ...rules },
    { locationId: location("south"), unlimited: true },
  ];
  const { body } = await api.v2<Single<{ examples: { byMonth: { days: number }[] }[] }>>(
    "POST",
    `${vacation()}/policies/preview`,
    { key: keys.admin, json: { policies } },
  );
  const [example, ...others] = body.data.examples;
  expect(others).toEqual([]);
  expect(example).toMatchObject({ locationId: location("north"), firstYearDays: 15, nextYearDays: 30 });
  expect(example?.byMonth.map(({ days }) => days)).toEqual([30, 28, 25, 23, 20, 18, 15, 13, 10, 8, 5, 3]);
});

describe("names in other languages", () => {
  const make = (name: string, names?: object) =>
    send("POST", "/v2/leave-types", { name, color: "123456", ...(names && { names }) });
  const path = (made: { body: Detail }) => `/v2/leave-types/${made.body.data.id}`;

  it("200 are kept where they are not sent, replaced as a whole, and removed by {}", async () => {
    const made = await make("Sabbatical", { de: "Auszeit", fr: "Congé sabbatique" });
    expect(made.body.data).toMatchObject({ names: { de: "Auszeit", fr: "Congé sabbatique" } });
    const namesAfter = async (json: object) =>
      (await send("PATCH", path(made), json)).body.data as unknown as { name: string; names: object };
    expect((await namesAfter({ color: "abcdef" })).names).toEqual({ de: "Auszeit", fr: "Congé sabbatique" });
    expect(await namesAfter({ names: { es: "Excedencia" } })).toMatchObject({ names: { es: "Excedencia" } });
    expect((await namesAfter({ name: "Break" })).names).toEqual({ es: "Excedencia" });
    expect((await namesAfter({ names: {} })).names).toEqual({});
    expect((await make("Plain")).body.data).toMatchObject({ names: {} });
  });

  it.each([
    ["another language", { it: "Ferie" }, "names.it"],
    ["an empty name", { de: " " }, "names.de"],
    ["no text", { de: null }, "names.de"],
    ["a name that is too long", { de: "x".repeat(101) }, "names.de"],
  ])("400 %s", async (_, names, at) => {
    const refused = await make("Sabbatical", names);
    expect([refused.status, faultsOf(refused.body)]).toEqual([400, [at]]);
  });

  it("400 at the field, where two types would read the same in one language", async () => {
    await make("Urlaub", { en: "Time off" });
    // Vacation has no German name: in German it is read as it is.
    for (const [name, names, at] of [
      ["Away", { de: "urlaub" }, "names.de"],
      ["Away", { de: "Vacation" }, "names.de"],
      ["Time off", {}, "name"],
      ["Away", { en: "TIME OFF", fr: "Vacation" }, "names.en names.fr"],
    ] as const) {
      const refused = await make(name, names);
      expect([refused.status, faultsOf(refused.body).join(" ")]).toEqual([400, at]);
    }
    // No one reads both in one language.
    const made = await make("Time off", { en: "Leisure" });
    expect(made.status).toBe(201);
    expect((await send("PATCH", path(made), { color: "abcdef" })).status).toBe(200);
    const refused = await send("PATCH", path(made), { names: {} });
    expect([refused.status, faultsOf(refused.body)]).toEqual([400, ["name"]]);
    expect((await send("PATCH", path(made), { name: "Vacation" })).status).toBe(409);
  });

  it("400 for all but one, when many ask for one name in a language at once", async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, place) => make(`Type ${place}`, { pt: "Licença" })),
    );
    const counted = all.map(({ status }) => status).sort();
    expect(counted).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
  });
});
