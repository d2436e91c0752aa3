import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaveRuleMarks, leaveRules } from "@/drizzle/schema/leave-rules";
import { leaves } from "@/drizzle/schema/leaves";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { importLeaves } from "@/server/modules/leave/requests/import-leaves";
import { previewLeave } from "@/server/modules/leave/requests/preview";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Refused } from "@/server/test/api-client";
import { makeKeys, type TestKey, type TestRole, type TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setApprovers, setPolicy } from "@/server/test/leave-kit";
import { callOf, makeGrant, postMcp } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { findMarks } from "./find-marks";
import { deleteRule } from "./write-rule";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services, ofWorkspace);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.delete(leaveRuleMarks);
  await services.db.delete(leaves);
  await services.db.delete(leaveRules);
  await setPolicy(services, workspace, ofWorkspace);
});

const ofWorkspace = { yearlyQuota: 15, allowNegativeBalance: true };
const create = (json: Record<string, unknown>, key: TestKey = keys.admin) =>
  api.v2<{ data: { id: string } }>("POST", "/v2/leave-rules", {
    key,
    json: { name: "A rule", effect: "BLOCK", ...json },
  });

async function rule(kind: string, parameters: Record<string, unknown>, more = {}): Promise<string> {
  const { status, body } = await create({ kind, parameters, ...more });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data.id;
}

const refusal = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw error ?? new Error("Nothing was refused");
};
const kindsOf = (error: ApiError) =>
  ((error.more.details?.rules ?? []) as { kind: string }[]).map(({ kind }) => kind).sort();

describe("judging", () => {
  it.each([
    ["NOTICE", { days: 366 }],
    ["AHEAD", { days: 1 }],
    ["BLACKOUT", { ranges: [{ from: "2024-12-20", to: "2025-01-05", isYearly: true }] }],
    ["LENGTH", { most: 2 }],
    ["BALANCE_FLOOR", { days: 0 }],
  ])("422 %s, and the preview says the same", async (kind, parameters) => {
    await rule(kind, parameters);
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    const wanted = days(person, "2026-12-07", "2026-12-30");
    const preview = await previewLeave(ctx, wanted);
    expect(preview.faults.map(({ code }) => code)).toEqual(["LEAVE_RULE_BROKEN"]);
    const error = await refusal(requestLeave(ctx, wanted));
    expect([error.code, kindsOf(error)]).toEqual(["LEAVE_RULE_BROKEN", [kind]]);
  });

  it("422 names every broken rule at once, two of one kind among them", async () => {
    await rule("LENGTH", { most: 2 });
    await rule("LENGTH", { most: 3 });
    await rule("AHEAD", { days: 1 }, { effect: "WARN" });
    const person = await makePerson(services, workspace);
    const error = await refusal(
      requestLeave(await as(services, person), days(person, "2026-12-07", "2026-12-11")),
    );
    expect(kindsOf(error)).toEqual(["AHEAD", "LENGTH", "LENGTH"]);
  });

  it("splitting around a weekend does not get around the most of a stretch", async () => {
    await rule("LENGTH", { most: 8 });
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    await requestLeave(ctx, days(person, "2026-11-30", "2026-12-04"));
    const error = await refusal(requestLeave(ctx, days(person, "2026-12-07", "2026-12-11")));
    expect(error.more.details?.rules).toMatchObject([{ facts: { workingDays: 10, most: 8 } }]);
    await requestLeave(ctx, days(person, "2026-12-08", "2026-12-11"));
  });

  it.each(["MONDAY_TO_SATURDAY", "CALENDAR_DAYS"] as const)(
    "working days are those of the calendar where a policy counts by %s",
    async (countMode) => {
      await setPolicy(services, workspace, { yearlyQuota: 60, shortestDuration: "HALF_DAY", countMode });
      await rule("LENGTH", { most: 4 });
      await rule("NOTICE", { days: 0, steps: [{ from: 5, days: 300 }] });
      const person = await makePerson(services, workspace);
      const ctx = await as(services, person);
      await requestLeave(ctx, days(person, "2026-12-15", "2026-12-18"));
      await requestLeave(ctx, days(person, "2026-11-30", "2026-12-03", { endPart: "MORNING" }));
      const error = await refusal(requestLeave(ctx, days(person, "2026-12-04", "2026-12-07")));
      expect(kindsOf(error)).toEqual(["LENGTH", "NOTICE"]);
      expect(error.more.details?.rules).toContainEqual(
        expect.objectContaining({ kind: "LENGTH", facts: { workingDays: 5.5, most: 4 } }),
      );
    },
  );

  it.each([
    ["NOTICE", { days: 14 }, "2026-11-24", "2026-12-04"],
    ["NOTICE", { days: 5, unit: "WORKING_DAYS" }, "2026-11-24", "2026-11-27"],
    ["BACKDATE", { days: 3 }, "2026-11-13", "2026-11-17"],
  ] as const)(
    "a refusal by %s of %o names the first day that passes",
    async (kind, parameters, wanted, first) => {
      await setPolicy(services, workspace, { yearlyQuota: 60 });
      await rule(kind, parameters);
      const person = await makePerson(services, workspace);
      const ctx = await as(services, person);
      const error = await refusal(requestLeave(ctx, days(person, wanted, wanted)));
      expect(error.more.details?.rules).toMatchObject([{ facts: { earliest: first } }]);
      const before = dayText(dayNumber(first) - 1);
      await refusal(requestLeave(ctx, days(person, before, before)));
      await requestLeave(ctx, days(person, first, first));
    },
  );

  it("splitting leave that is asked for late does not get around its notice", async () => {
    await rule("NOTICE", { days: 2, steps: [{ from: 5, days: 14 }] });
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    await requestLeave(ctx, days(person, "2026-11-23", "2026-11-25"));
    const error = await refusal(requestLeave(ctx, days(person, "2026-11-26", "2026-11-27")));
    expect(error.more.details?.rules).toMatchObject([{ facts: { required: 14, given: 3 } }]);
    await requestLeave(ctx, days(person, "2026-11-26"));
  });

  it("the second of two parts does not bring the notice that both need together", async () => {
    await rule("NOTICE", { days: 2, steps: [{ from: 10, days: 28 }] });
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    await requestLeave(ctx, days(person, "2026-12-11", "2026-12-17"));
    const error = await refusal(requestLeave(ctx, days(person, "2026-12-18", "2026-12-24")));
    expect(error.more.details?.rules).toMatchObject([{ facts: { required: 28, given: 21 } }]);
    const other = await makePerson(services, workspace);
    await requestLeave(await as(services, other), days(other, "2026-12-18", "2026-12-24"));
  });

  it("a day more needs no more notice where the other days were asked for in time", async () => {
    await rule("NOTICE", { days: 2, steps: [{ from: 5, days: 14 }] });
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    const early = await requestLeave(ctx, days(person, "2026-11-24", "2026-11-27"));
    await services.db
      .update(leaves)
      .set({ createdAt: new Date("2026-10-01T08:00:00Z") })
      .where(eq(leaves.id, early.id));
    await requestLeave(ctx, days(person, "2026-11-30"));
  });

  it("the balance may not be drawn below its floor by booking later leave first", async () => {
    await rule("BALANCE_FLOOR", { days: 2 });
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    await requestLeave(ctx, days(person, "2026-12-01", "2026-12-22"));
    const error = await refusal(requestLeave(ctx, days(person, "2026-11-23", "2026-11-30")));
    expect(error.more.details?.rules).toMatchObject([{ facts: { balance: -7, floor: -2 } }]);
  });

  it("targets and exempt labels decide whom a rule concerns", async () => {
    await rule("AHEAD", { days: 1 }, { locationIds: [encodeId("location", workspace.locations.south)] });
    const person = await makePerson(services, workspace);
    await requestLeave(await as(services, person), days(person, "2026-12-07"));
    const other = await makePerson(services, workspace, { locationId: workspace.locations.south });
    const error = await refusal(requestLeave(await as(services, other), days(other, "2026-12-07")));
    expect(error.code).toBe("LEAVE_RULE_BROKEN");
  });
});

describe("going ahead", () => {
  it("a warning is noted with the leave, and outlives its rule", async () => {
    const id = await rule("AHEAD", { days: 1 }, { effect: "WARN", name: "Not too early" });
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    const leave = await requestLeave(ctx, days(person, "2026-12-07"));
    const admin = await as(services, { ...person, id: workspace.people.admin.id });
    await deleteRule(admin, id.replace("leaveRule-", ""));
    expect(await findMarks(ctx, [leave.id])).toMatchObject([
      { name: "Not too early", effect: "WARN", days: ["2026-12-07"], overrideReason: null },
    ]);
  });

  it("who manages the person overrides with a reason, and nobody for themselves", async () => {
    await rule("AHEAD", { days: 1 });
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    const overrideReason = "The team agreed";
    const own = await refusal(
      requestLeave(ctx, days(person, "2026-12-07", "2026-12-07", { overrideReason })),
    );
    expect(own.code).toBe("FORBIDDEN");
    const admin = await as(services, { ...person, id: workspace.people.admin.id });
    const leave = await requestLeave(
      admin,
      days(person, "2026-12-07", "2026-12-07", { userId: person.id, overrideReason }),
    );
    expect(await findMarks(ctx, [leave.id])).toMatchObject([
      { effect: "BLOCK", overrideReason, overriddenById: workspace.people.admin.id },
    ]);
  });

  it("an edit of the time is judged anew, and one of the reason is not", async () => {
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    const leave = await requestLeave(ctx, days(person, "2026-12-07"));
    await rule("AHEAD", { days: 1 });
    await editLeave(ctx, leave.id, { reason: "Wedding" });
    const error = await refusal(editLeave(ctx, leave.id, { endDate: "2026-12-08" }));
    expect(error.code).toBe("LEAVE_RULE_BROKEN");
  });

  it("422 an approval by the facts of then, unless the approver says why", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, []);
    const person = await makePerson(services, workspace);
    const leave = await requestLeave(await as(services, person), days(person, "2026-12-07"));
    await rule("BLACKOUT", { ranges: [{ from: "2026-12-07", to: "2026-12-07" }] });
    const admin = await as(services, { ...person, id: workspace.people.admin.id });
    expect((await refusal(approveLeave(admin, leave.id))).code).toBe("LEAVE_RULE_BROKEN");
    const after = await approveLeave(admin, leave.id, undefined, { overrideReason: "Agreed before" });
    expect(after.status).toBe("APPROVED");
    expect(await findMarks(admin, [leave.id])).toMatchObject([{ overrideReason: "Agreed before" }]);
  });

  it("409 when the rules have changed since the preview", async () => {
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    const { judgement } = await previewLeave(ctx, days(person, "2026-12-07"));
    await rule("AHEAD", { days: 1 }, { effect: "WARN" });
    const rulesVersion = judgement.version;
    const error = await refusal(
      requestLeave(ctx, days(person, "2026-12-07", "2026-12-07", { rulesVersion })),
    );
    expect(error.code).toBe("CONFLICT");
  });
});

describe("what is told", () => {
  it("200 the leave's rules and its history, with who went ahead and why", async () => {
    await rule("AHEAD", { days: 1 }, { name: "Not too early" });
    const person = await makePerson(services, workspace);
    const created = await api.v2<{ data: { id: string } }>("POST", "/v2/leaves", {
      key: keys.admin,
      json: {
        userId: encodeId("user", person.id),
        leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
        startDate: "2026-12-07",
        endDate: "2026-12-07",
        overrideReason: "The team agreed",
      },
    });
    expect(created.status).toBe(201);
    const path = `/v2/leaves/${created.body.data.id}`;
    const expected = {
      name: "Not too early",
      effect: "BLOCK",
      sentence: "Leave can end 1 day ahead at most.",
      days: ["2026-12-07"],
      overrideReason: "The team agreed",
      overriddenBy: { id: encodeId("user", workspace.people.admin.id) },
    };
    const { body: rules } = await api.v2<{ data: unknown[] }>("GET", `${path}/rules`, { key: keys.admin });
    expect(rules.data).toMatchObject([expected]);
    const { body: history } = await api.v2<{ data: unknown[] }>("GET", `${path}/history`, {
      key: keys.admin,
    });
    expect(history.data).toMatchObject([{ step: "request", rules: [expected] }]);
  });

  it("200 an approver reads the rules that a request breaks by the facts of now", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, []);
    const person = await makePerson(services, workspace);
    const leave = await requestLeave(await as(services, person), days(person, "2026-12-07", "2026-12-08"));
    await rule("BLACKOUT", { ranges: [{ from: "2026-12-07", to: "2026-12-07" }] }, { name: "Stocktaking" });
    type Listed = { data: { leave: { id: string }; rules: unknown[] }[] };
    const { body } = await api.v2<Listed>("GET", "/v2/leaves/to-decide", { key: keys.admin });
    const id = encodeId("leave", leave.id);
    const rules = [{ name: "Stocktaking", effect: "BLOCK", days: ["2026-12-07"] }];
    expect(body.data.find((one) => one.leave.id === id)).toMatchObject({ rules });
    const context = await api.v2<{ data: unknown[] }>("GET", `/v2/leaves/decision-context?ids=${id}`, {
      key: keys.admin,
    });
    expect(context.body.data).toMatchObject([{ rules }]);
  });

  it("200 an import goes ahead in spite of rules, names them row by row, and notes them", async () => {
    await rule("MAX_AWAY", { group: "DEPARTMENT", count: 1 }, { name: "One at a time" });
    const [a, b] = [await makePerson(services, workspace), await makePerson(services, workspace)];
    const rows = [a, b].map(({ id }) => ({
      user: encodeId("user", id),
      leaveType: encodeId("leaveType", workspace.leaveTypes.vacation),
      startDate: "2026-12-07",
      endDate: "2026-12-08",
    }));
    const admin = await as(services, { ...a, id: workspace.people.admin.id });
    const dry = await importLeaves(admin, { mode: "check", rows });
    expect(dry.rows).toMatchObject([
      { status: "skipped" },
      { status: "skipped", brokenRules: [{ kind: "MAX_AWAY", name: "One at a time" }] },
    ]);
    expect(dry.rows[0]?.brokenRules).toBeUndefined();
    const done = await importLeaves(admin, { mode: "all", rows });
    expect(done.rows).toMatchObject([{ status: "created" }, { status: "created" }]);
    const id = (done.rows[1]?.id ?? "").replace("leave-", "");
    expect(await findMarks(admin, [id])).toMatchObject([
      { name: "One at a time", overriddenById: workspace.people.admin.id, overrideReason: null },
    ]);
  });
});

describe("leave that has begun", () => {
  it("201 needs no notice when someone who manages the person enters it; the person's own does", async () => {
    await rule("NOTICE", { days: 14 });
    const person = await makePerson(services, workspace);
    const admin = await as(services, { ...person, id: workspace.people.admin.id });
    const past = days(person, "2026-11-16", "2026-11-17", { userId: person.id });
    await expect(requestLeave(await as(services, person), past)).rejects.toMatchObject({
      code: "LEAVE_RULE_BROKEN",
    });
    const { id } = await requestLeave(admin, past);
    expect(await findMarks(admin, [id])).toEqual([]);
    const soon = days(person, "2026-11-24", "2026-11-24", { userId: person.id });
    await expect(requestLeave(admin, soon)).rejects.toMatchObject({ code: "LEAVE_RULE_BROKEN" });
  });

  it("200 a rule's preview counts past leave that someone entered as it was judged: without notice", async () => {
    const person = await makePerson(services, workspace);
    const admin = await as(services, { ...person, id: workspace.people.admin.id });
    await requestLeave(admin, days(person, "2026-11-16", "2026-11-17", { userId: person.id }));
    await requestLeave(await as(services, person), days(person, "2026-11-18", "2026-11-19"));
    const preview = await api.v2<{ data: { pastYear: { startDate: string }[] } }>(
      "POST",
      "/v2/leave-rules/preview",
      {
        key: keys.admin,
        json: { name: "A rule", effect: "BLOCK", kind: "NOTICE", parameters: { days: 14 } },
      },
    );
    expect(preview.body.data.pastYear.map(({ startDate }) => startDate)).toEqual(["2026-11-18"]);
  });
});

describe("MCP", () => {
  it("200 preview_leave tells warnings and blocks, and makes no plan for what is refused", async () => {
    const grant = await makeGrant(services, workspace.people.user);
    await rule("AHEAD", { days: 5 }, { name: "Not too early", effect: "WARN" });
    const ask = async () => {
      const given = { leaveType: "Vacation", startDate: "2026-12-07", endDate: "2026-12-07" };
      const reply = await postMcp(services, { token: grant.token, body: callOf("preview_leave", given) });
      return reply.json.result.structuredContent;
    };
    expect(await ask()).toMatchObject({
      plan: expect.any(String),
      rules: [{ name: "Not too early", effect: "WARN", days: ["2026-12-07"] }],
    });
    await rule("PROOF", { longerThan: 0, withinDays: 2 });
    expect(await ask()).toMatchObject({ rules: [{ effect: "WARN" }], certificateDueOn: "2026-12-09" });
    await rule("NOTICE", { days: 300 });
    expect(await ask()).toMatchObject({ plan: null, rules: [{ effect: "WARN" }, { effect: "BLOCK" }] });
  });
});

describe("POST /v2/leave-rules/preview", () => {
  const preview = (json: Record<string, unknown>, key: TestKey = keys.admin) =>
    api.v2<{ data: Record<string, unknown> }>("POST", "/v2/leave-rules/preview", {
      key,
      json: { name: "A rule", effect: "BLOCK", ...json },
    });

  it("200 counts the coming leave that breaks it, and that of the last year", async () => {
    const person = await makePerson(services, workspace);
    const ctx = await as(services, person);
    await requestLeave(ctx, days(person, "2026-12-07", "2026-12-11"));
    await requestLeave(ctx, days(person, "2027-01-04", "2027-01-05"));
    const admin = await as(services, { ...person, id: workspace.people.admin.id });
    await requestLeave(admin, days(person, "2026-09-07", "2026-09-11", { userId: person.id }));
    const { status, body } = await preview({ kind: "LENGTH", parameters: { most: 3 } });
    expect([status, body.data]).toMatchObject([
      200,
      {
        sentence: "At most 3 working days at a stretch.",
        comingCount: 1,
        pastYearCount: 1,
        coming: [{ userName: "Nina New", startDate: "2026-12-07", facts: { workingDays: 5, most: 3 } }],
        pastYear: [{ startDate: "2026-09-07" }],
      },
    ]);
  });

  it("403 for who can't write it, 400 for parameters that the kind refuses", async () => {
    const json = { kind: "AHEAD", parameters: { days: 30 } };
    expect((await preview(json, keys.locationAdmin)).status).toBe(403);
    expect((await preview({ ...json, parameters: { days: 0 } })).status).toBe(400);
  });
});

describe("who is away", () => {
  it.each([
    ["DEPARTMENT", {}],
    ["LOCATION", {}],
  ])("twenty requests at once with room for five in the %s give exactly five", async (group) => {
    await rule("MAX_AWAY", { group, count: 5 });
    const people = await Promise.all(Array.from({ length: 20 }, () => makePerson(services, workspace)));
    const ctxs = await Promise.all(people.map((person) => as(services, person)));
    const outcomes = await Promise.allSettled(
      people.map((person, place) =>
        // biome-ignore lint/style/noNonNullAssertion: there is one for each person
        requestLeave(ctxs[place]!, days(person, "2026-12-07", "2026-12-09")),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "LEAVE_RULE_BROKEN" });
    expect(await services.db.select().from(leaves).where(eq(leaves.status, "OPEN"))).toHaveLength(5);
  });

  it("a percentage of a small group leaves room for one", async () => {
    await rule("MAX_AWAY", { group: "DEPARTMENT", percent: 1 });
    const [a, b] = [await makePerson(services, workspace), await makePerson(services, workspace)];
    await requestLeave(await as(services, a), days(a, "2026-12-07"));
    const error = await refusal(requestLeave(await as(services, b), days(b, "2026-12-07")));
    expect(error.more.details?.rules).toMatchObject([{ facts: { away: 1, most: 1 }, days: ["2026-12-07"] }]);
  });
});

describe("/v2/leave-rules", () => {
  it("400 for parameters that the kind refuses, an end before its start, and unknown targets", async () => {
    const { status, body } = await api.v2<Refused>("POST", "/v2/leave-rules", {
      key: keys.admin,
      json: {
        ...{ name: "x", kind: "BLACKOUT", effect: "BLOCK" },
        parameters: { ranges: [{ from: "2026-12-24", to: "2026-12-01" }] },
        labelIds: ["label-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f"],
      },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("parameters.ranges.0.to");
    expect(JSON.stringify(body)).toContain("labelIds.0");
  });

  it("403 for a location admin's rule of everywhere; 201 for one of their location", async () => {
    const json = { kind: "AHEAD", parameters: { days: 30 } };
    expect((await create(json, keys.locationAdmin)).status).toBe(403);
  });

  it("200 reads, changes and deletes", async () => {
    const id = await rule("AHEAD", { days: 30 });
    const path = `/v2/leave-rules/${id}`;
    const patched = await api.v2<{ data: unknown }>("PATCH", path, {
      key: keys.admin,
      json: { parameters: { days: 60 }, isEnabled: false },
    });
    expect([patched.status, patched.body.data]).toMatchObject([
      200,
      { version: 1, parameters: { days: 60 } },
    ]);
    expect((await api.v2("GET", path, { key: keys.user })).status).toBe(404);
    expect((await api.v2("GET", "/v2/leave-rules", { key: keys.admin })).status).toBe(200);
    expect((await api.v2("DELETE", path, { key: keys.admin })).status).toBe(204);
    expect((await api.v2("GET", path, { key: keys.admin })).status).toBe(404);
  });
});
