import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { type PageLanguage, pageLanguages } from "@/drizzle/schema/values";
import { dispatchWith } from "@/server/api/dispatch";

import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { buildMessage } from "@/server/modules/integrations/notifications/build-message";
import { columnsOf } from "@/server/modules/integrations/notifications/create";
import { NotificationCreate } from "@/server/modules/integrations/notifications/schema";
import { createCredit } from "@/server/modules/leave/credits/create-credit";
import { decideCredit } from "@/server/modules/leave/credits/decide-credit";
import { adjustBalance } from "@/server/modules/leave/entitlements/adjust-balance";
import { createLeaveType } from "@/server/modules/leave/leave-types/create-leave-type";
import { readDecision } from "@/server/modules/leave/mail/read-decision";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { importLeaves } from "@/server/modules/leave/requests/import-leaves";
import { LeaveRuleCreate } from "@/server/modules/leave/rules/schema";
import { writeRule } from "@/server/modules/leave/rules/write-rule";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { exportPerson } from "@/server/modules/people/personal-data/export-person";
import { validate } from "@/server/transport/validate";
import { apiClient, type Listed } from "./api-client";
import { makeKeys, makeLeave, type TestPerson, type TestWorkspace } from "./factories";
import { as, makeLeaveWorkspace, makePerson, setApprovers } from "./leave-kit";
import { addressOf, askForLeave, deliverLeaveMails, forgetLeaveMails, tokenOf } from "./leave-mail-kit";
import { postOffice } from "./mail-kit";
import { callOf, makeGrant, postMcp } from "./mcp-kit";
import { daily } from "./notification-kit";
import { standingClock, testNow, testServices } from "./services";
import { signedInCaller } from "./signed-in-caller";

/** Each type is called by a word and the language, so that an answer says which of its names it has. */
const named = (word: string) => ({
  name: `${word}-one`,
  names: Object.fromEntries(pageLanguages.map((language) => [language, `${word}-${language}`])),
});
const spoken = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?:Vacation|Sick|Old)-(\w+)/g)].map(([, language]) => language ?? "")),
];
const spokenIn = (value: unknown) => spoken(JSON.stringify(value));

const clock = standingClock();
const office = postOffice();
let services: Services;
let workspace: TestWorkspace;
let nina: TestPerson;
/** Leave that waits, and leave that the approver has decided. */
let asked: string;
let given: string;

beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services, { creditsRequestable: true, yearlyQuota: 25 });
  for (const [word, id] of [
    ["Vacation", workspace.leaveTypes.vacation],
    ["Sick", workspace.leaveTypes.sick],
    ["Old", workspace.leaveTypes.old],
  ] as const)
    await services.db.update(leaveTypes).set(named(word)).where(eq(leaveTypes.id, id));
  await services.db
    .update(leaveTypes)
    .set({ isPrivate: false })
    .where(eq(leaveTypes.id, workspace.leaveTypes.sick));
  nina = await makePerson(services, workspace, { startDate: "2025-01-01" });
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
  asked = (await askForLeave(services, nina)).id;
  given = (await requestedIn("2026-12")).id;
  await approveLeave(await as(services, workspace.people.approver), given);
  // Of a colleague in the days that are asked for, and in days that can be closed.
  const cora = await makePerson(services, workspace, { name: "Cora" });
  await makeLeave(services, cora, { startDate: "2027-01-12" });
  await makeLeave(services, cora, { startDate: "2026-11-10" });
  await createCredit(await as(services, nina), {
    ...{ leaveTypeId: nina.leaveTypeId, amount: 1, earnedOn: "2026-11-14", reason: "Fair" },
  });
  await adjustBalance(await as(services, workspace.people.admin), nina.id, {
    ...{ kind: "ADJUSTMENT", leaveTypeId: nina.leaveTypeId, days: 1 },
    ...{ effectiveDate: "2026-02-01", note: "Thanks" },
  });
  await writeRule(
    await as(services, workspace.people.admin),
    LeaveRuleCreate.parse({
      ...{ name: "Ahead", kind: "NOTICE", effect: "WARN", parameters: { days: 300 } },
      leaveTypeIds: [encodeId("leaveType", nina.leaveTypeId)],
    }),
  );
});
afterAll(() => services.close());

const requestedIn = async (month: string) => {
  const id = await makeLeave(services, nina, {
    ...{ startDate: `${month}-14`, endDate: `${month}-16`, durationWorkingDays: 3, status: "OPEN" },
  });
  return { id };
};

type Caller = Awaited<ReturnType<typeof signedInCaller>>;
const ninaId = () => encodeId("user", nina.id);
const span = { startDate: "2026-12-01", endDate: "2027-01-31" };
const overviewOf = (today: string) => ({ today, until: span.endDate, days: [today] });
const vacationId = () => encodeId("leaveType", nina.leaveTypeId);

/** Every procedure whose answer names leave types, with who calls it. */
const readers: Record<string, ["nina" | "approver" | "admin", (caller: Caller) => Promise<unknown>]> = {
  "leaveTypes.list": [
    "admin",
    async ({ leaveTypes: { list } }) => (await list()).map(({ name }) => ({ name })),
  ],
  "leaveTypes.get": ["admin", async (c) => (await c.leaveTypes.get({ id: vacationId() })).title],
  "absences.overview": ["nina", (c) => c.absences.overview(overviewOf("2026-12-14"))],
  "approvals.toDecide": ["approver", (c) => c.approvals.toDecide({})],
  "approvals.decided": ["approver", (c) => c.approvals.decided({})],
  "approvals.context": ["approver", (c) => c.approvals.context({ ids: [encodeId("leave", asked)] })],
  "balances.mine": ["nina", (c) => c.balances.mine()],
  "balances.list": ["admin", (c) => c.balances.list({ userId: ninaId() })],
  "closings.preview": [
    "admin",
    (c) =>
      c.closings.preview({
        ...{ id: encodeId("location", nina.locationId), closing: { through: "2026-11-15" } },
      }),
  ],
  "credits.list": ["nina", (c) => c.credits.list({ userId: ninaId() })],
  "credits.toDecide": ["approver", (c) => c.credits.toDecide()],
  "entitlements.list": ["admin", (c) => c.entitlements.list({ userId: ninaId() })],
  "entitlements.daysLeft": ["admin", (c) => c.entitlements.daysLeft({})],
  "insights.choices": ["admin", (c) => c.insights.choices()],
  "insights.daysAway": ["admin", (c) => c.insights.daysAway({ year: 2026 })],
  "lapses.list": ["nina", (c) => c.lapses.list({ userId: ninaId() })],
  "lapses.page": ["admin", (c) => c.lapses.page({})],
  "leaveRules.list": ["nina", (c) => c.leaveRules.list()],
  "leaveRules.targets": ["admin", (c) => c.leaveRules.targets()],
  "leaveRules.preview": [
    "admin",
    (c) =>
      c.leaveRules.preview({
        ...{ name: "Days", kind: "NOTICE", effect: "WARN", parameters: { days: 300 } },
      } as never),
  ],
  "leaves.terms": ["nina", (c) => c.leaves.terms({})],
  "leaves.month": ["nina", (c) => c.leaves.month({ startDate: "2026-12-01", endDate: "2026-12-31" })],
  "leaves.year": ["nina", (c) => c.leaves.year({ userId: ninaId(), year: 2026 })],
  "leaves.page": ["nina", (c) => c.leaves.page({})],
  "leaves.pageChoices": ["nina", (c) => c.leaves.pageChoices()],
  "leaves.coming": ["nina", (c) => c.leaves.coming({ today: "2026-11-20" })],
  "leaves.comingOf": ["admin", (c) => c.leaves.comingOf({ userId: ninaId() })],
  "leaves.deciders": ["nina", (c) => c.leaves.deciders({ userId: ninaId() })],
  "leaves.get": ["nina", (c) => c.leaves.get({ id: encodeId("leave", given) })],
  "leaves.previewEmployment": [
    "admin",
    (c) => c.leaves.previewEmployment({ userId: ninaId(), endDate: "2026-12-01" } as never),
  ],
  "peopleImport.types": ["admin", (c) => c.peopleImport.yearlyTypes()],
  "wallchart.page": ["nina", (c) => c.wallchart.page({ ...span } as never)],
  "wallchart.choices": ["nina", (c) => c.wallchart.choices()],
  "workPatterns.get": ["admin", (c) => c.workPatterns.get({ userId: ninaId() })],
};

describe.each(pageLanguages)("pages in %s", (language) => {
  it.each(Object.entries(readers))("%s has the names of the language", async (_, [who, read]) => {
    const person = who === "nina" ? nina : workspace.people[who];
    expect(spokenIn(await read(await signedInCaller(services, person, language)))).toEqual([language]);
  });

  it("the list of one's own leave is filtered by the name that it shows", async () => {
    const caller = await signedInCaller(services, nina, language);
    expect((await caller.leaves.page({ type: `Vacation-${language}` })).items.length).toBeGreaterThan(0);
    expect((await caller.leaves.page({ type: "Vacation-one" })).items).toEqual([]);
  });
});

it("a language without a name of its own reads the one name", async () => {
  const { id } = await createLeaveType(await as(services, workspace.people.admin), {
    ...{ name: "Sabbatical", color: "123456", names: { fr: "Congé sabbatique" } },
  });
  const nameFor = async (language: PageLanguage | null) => {
    const caller = await signedInCaller(services, workspace.people.admin, language);
    const types = await caller.leaveTypes.list();
    return types.find((type) => type.id === encodeId("leaveType", id))?.name;
  };
  expect([await nameFor("fr"), await nameFor("de"), await nameFor(null)]).toEqual([
    "Congé sabbatique",
    "Sabbatical",
    "Sabbatical",
  ]);
  expect(nameIn({ name: "Sabbatical", names: {} }, "pt")).toBe("Sabbatical");
});

it("a private type stays hidden in every language", async () => {
  const { sick } = workspace.leaveTypes;
  await services.db.update(leaveTypes).set({ isPrivate: true }).where(eq(leaveTypes.id, sick));
  const ill = await makePerson(services, workspace, { name: "Ines Ill" });
  await makeLeave(services, { ...ill, leaveTypeId: sick }, { startDate: "2026-12-09" });
  for (const language of pageLanguages) {
    const caller = await signedInCaller(services, nina, language);
    const shown = JSON.stringify(await caller.absences.overview(overviewOf("2026-12-09")));
    expect(shown).toContain("Ines Ill");
    expect(shown).not.toContain("Sick-");
  }
  await services.db.update(leaveTypes).set({ isPrivate: false }).where(eq(leaveTypes.id, sick));
});

describe.each(pageLanguages)("texts in %s", (language) => {
  /** The language of a person's mails and feeds. */
  const speak = ({ workspaceId, id: userId }: TestPerson) =>
    services.db
      .insert(mailPreferences)
      .values({ workspaceId, userId, language, updatedAt: clock() })
      .onConflictDoUpdate({
        target: [mailPreferences.workspaceId, mailPreferences.userId],
        set: { language },
      });
  const mailsTo = async (person: TestPerson) => {
    const mails = await deliverLeaveMails(services, office);
    return mails.filter(({ to }) => to === addressOf(person));
  };

  it("mails about a request and its outcome, the invitation, and the page of the link", async () => {
    const { approver } = workspace.people;
    const omar = await makePerson(services, workspace, { name: "Omar" });
    await speak(omar);
    await speak(approver);
    await forgetLeaveMails(services, office);
    const { id } = await askForLeave(services, omar);
    const [ask] = await mailsTo(approver);
    expect(spoken(ask?.text ?? "")).toEqual([language]);
    const decision = await readDecision(services, tokenOf(ask as NonNullable<typeof ask>));
    if (decision.state !== "ready") throw new Error(decision.state);
    expect(nameIn(decision.facts.type, language)).toBe(`Vacation-${language}`);
    await approveLeave(await as(services, approver), id);
    const [sent] = await mailsTo(omar);
    expect([spoken(sent?.text ?? ""), spokenIn(sent?.calendar)]).toEqual([[language], [language]]);
  });

  it("mails about a credit and its decision, whatever the decider reads", async () => {
    const { approver } = workspace.people;
    await speak(nina);
    await speak(approver);
    await forgetLeaveMails(services, office);
    const { id } = await createCredit(await as(services, nina), {
      ...{ leaveTypeId: nina.leaveTypeId, amount: 1, earnedOn: "2026-11-13", reason: "Fair" },
    });
    expect((await mailsTo(approver)).map(({ text }) => spoken(text))).toEqual([[language]]);
    const other = language === "en" ? "de" : "en";
    await decideCredit({ ...(await as(services, approver)), language: other }, id, { action: "deny" });
    expect((await mailsTo(nina)).map(({ text }) => spoken(text))).toEqual([[language]]);
  });

  it("a notice of days that lapse, whatever the sender reads", async () => {
    const omar = await makePerson(services, workspace, { name: "Omar", startDate: "2020-01-01" });
    await speak(omar);
    await forgetLeaveMails(services, office);
    const admin = await signedInCaller(services, workspace.people.admin, language === "en" ? "de" : "en");
    await admin.lapses.notify({
      select: {
        rows: [{ userId: encodeId("user", omar.id), leaveTypeId: vacationId(), lapsesOn: "2026-12-31" }],
      },
    });
    expect((await mailsTo(omar)).map(({ text }) => spoken(text))).toEqual([[language]]);
  });

  it("feeds of the owner, whose tag changes with the names", async () => {
    await speak(nina);
    const { url } = await (await signedInCaller(services, nina)).calendarFeeds.create({
      ...{ kind: "MINE", locationId: null },
    } as never);
    const fetched = async () => {
      const answer = await dispatchWith(services, new Request(url), {
        ...{ ip: "203.0.113.9", host: new URL(url).host },
      });
      return { tag: answer?.headers.get("etag"), text: (await answer?.text()) ?? "" };
    };
    const before = await fetched();
    expect(spoken(before.text)).toEqual([language]);
    const rename = (names: object) =>
      services.db.update(leaveTypes).set({ names }).where(eq(leaveTypes.id, nina.leaveTypeId));
    await rename({});
    const after = await fetched();
    await rename(named("Vacation").names);
    expect(spoken(after.text)).toEqual(["one"]);
    expect(after.tag).not.toBe(before.tag);
  });

  it("messages, by the notification's language", async () => {
    const source = columnsOf(validate(NotificationCreate, { ...daily, locale: language }));
    const ctx = await as(services, workspace.people.admin);
    const owner = { name: "Ada", email: "ada@example.com" };
    const { message } = await buildMessage(ctx, source, dayNumber("2026-12-14"), owner);
    expect(spokenIn(message)).toEqual([language]);
  });

  it("personal data, for who fetches it", async () => {
    const ctx = { ...(await as(services, workspace.people.admin)), language };
    const { sections } = await exportPerson(ctx, nina.id);
    const ofLeave = sections.filter(({ name }) => ["leaves", "credits", "balanceAdjustments"].includes(name));
    expect(spokenIn(ofLeave)).toEqual([language]);
  });

  it("an import finds a type by this name", async () => {
    const ctx = await as(services, workspace.people.admin);
    const row = { user: addressOf(nina), startDate: "2027-03-08", endDate: "2027-03-08" };
    const { rows } = await importLeaves(ctx, {
      ...{ mode: "check", rows: [{ ...row, leaveType: `Vacation-${language}` }] },
    });
    expect(rows.map(({ errors }) => errors ?? [])).toEqual([[]]);
  });
});

it("an import does not guess between two types that languages call the same", async () => {
  const admin = await as(services, workspace.people.admin);
  await createLeaveType(admin, { name: "Care", color: "123456", names: { de: "Permis" } });
  await createLeaveType(admin, { name: "Move", color: "123456", names: { fr: "Permis" } });
  const row = { user: addressOf(nina), startDate: "2027-03-08", endDate: "2027-03-08", leaveType: "Permis" };
  const { rows } = await importLeaves(admin, { mode: "check", rows: [row] });
  expect(rows[0]?.errors).toMatchObject([{ path: "leaveType" }]);
});

describe("where nothing has the reader's language", () => {
  it("v2 has the one name beside the names, v1 the one name alone", async () => {
    const api = apiClient(services);
    const { admin } = await makeKeys(services, workspace);
    const { body } = await api.get<Listed<{ id: string; name: string; names: object }>>(
      ...(["/v2/leave-types", admin] as const),
    );
    expect(body.data.find(({ id }) => id === vacationId())).toMatchObject(named("Vacation"));
    const leave = await api.get<{ data: unknown }>(`/v2/users/${ninaId()}/balances`, admin);
    expect(spokenIn(leave.body)).toEqual([]);
  });

  it("MCP says the English name, and finds a type by any", async () => {
    const grant = await makeGrant(services, nina, ["mcp:leaves:read", "mcp:leaves:write"]);
    const call = (name: string, args: object) =>
      postMcp(services, { token: grant.token, body: callOf(name, args) });
    expect(spoken((await call("get_leaves", span)).text)).toEqual(["en"]);
    const oneDay = { startDate: "2027-03-08", endDate: "2027-03-08" };
    const plan = await call("preview_leave", { leaveType: "vacation-DE", ...oneDay });
    expect(plan.json.result?.isError ?? false).toBe(false);
    const refused = await call("preview_leave", { leaveType: "Nothing", ...oneDay });
    expect(spoken(refused.text)).toEqual(["en"]);
  });
});
