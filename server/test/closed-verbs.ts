import { eq } from "drizzle-orm";
import { credits } from "@/drizzle/schema/credits";
import { holidays } from "@/drizzle/schema/directory";
import { balanceAdjustments, leavePolicies } from "@/drizzle/schema/leaves";
import type { CreditStatus } from "@/drizzle/schema/values";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { addressOf, assistantOf, byPage, byV2, idsOf, type Place } from "./closed-kit";
import { bookCompanyLeave } from "./company-kit";
import { makeLeave } from "./factories";
import { makePerson } from "./leave-kit";

/** A write that would change days that are closed by the time of `act`. */
export interface Scenario<P = unknown> {
  /** Before the days are closed. */
  prepare?(place: Place): Promise<P>;
  act(place: Place, prepared: P): Promise<unknown>;
}
const scenario = <P = undefined>(one: Scenario<P>): Scenario => one as Scenario;

const attempt = () => newId().replaceAll("-", "");
const day = { startDate: "2026-11-09", endDate: "2026-11-09" };
const mornings = [[], [240], [240], [240], [240], [240], []].map((minutes) =>
  minutes.length ? minutes : [0],
);

const open = (place: Place) =>
  makeLeave(place.services, place.person, { ...day, status: "OPEN", version: 0 });
const asked = (more: object) => (place: Place) =>
  makeLeave(place.services, place.person, { ...day, status: "APPROVED", ...more });
const wantsToCancel = asked({ cancelAskedAt: new Date("2026-11-08T12:00:00Z") });

const given = (place: Place) => ({
  kind: "ADJUSTMENT" as const,
  days: 2,
  effectiveDate: "2026-11-10",
  note: "Worked on a Saturday",
  leaveTypeId: idsOf(place).vacation,
});

/** Carried-over days expired in the closed days. */
const carriesOver = ({ services, workspace }: Place) =>
  services.db
    .update(leavePolicies)
    .set({ rollover: "ALL", carryExpiry: { type: "DATE", monthDay: "03-31" } })
    .where(eq(leavePolicies.workspaceId, workspace.id));

async function adjustment({ services, person, workspace }: Place) {
  const id = newId();
  await services.db.insert(balanceAdjustments).values({
    ...{ workspaceId: workspace.id, id, userId: person.id, leaveTypeId: person.leaveTypeId },
    ...{ kind: "ADJUSTMENT", days: 2, effectiveDate: "2026-11-10", note: "Given" },
    createdAt: services.clock(),
  });
  return encodeId("adjustment", id);
}

const creditOf = (place: Place) => ({
  ...{ userId: idsOf(place).user, leaveTypeId: idsOf(place).vacation, amount: 1 },
  ...{ earnedOn: "2026-11-10", expiresOn: null, reason: "Worked on a Saturday" },
});

async function credit({ services, person, workspace }: Place, status: CreditStatus) {
  const id = newId();
  const at = services.clock();
  await services.db.insert(credits).values({
    ...{ workspaceId: workspace.id, id, userId: person.id, leaveTypeId: person.leaveTypeId, days: 1 },
    ...{
      earnedOn: "2026-11-10",
      source: "TIME_IN_LIEU",
      status,
      reason: "Given",
      createdAt: at,
      updatedAt: at,
    },
  });
  return encodeId("credit", id);
}

const hoursOf = (place: Place) => ({
  ...{ userId: idsOf(place).user, firstDay: "2026-11-09", lastDay: "2026-11-13", hours: 40 },
});
const reported = (place: Place) => byV2(place, "POST", "/hours-worked", hoursOf(place));
const hoursRow = async (place: Place) => ({
  ...{ user: await addressOf(place), firstDay: "2026-11-09", lastDay: "2026-11-13", hours: 30 },
});

const holiday = (place: Place) => ({
  ...{ locationId: idsOf(place).north, date: "2026-11-12", name: "Jubilee" },
});
async function oldHoliday({ services, workspace }: Place) {
  const id = newId();
  await services.db.insert(holidays).values({
    ...{ workspaceId: workspace.id, id, locationId: workspace.locations.north },
    // The leave was booked before: it counts the day.
    ...{ date: "2026-11-03", name: "Jubilee", nameKey: "jubilee" },
  });
  return encodeId("holiday", id);
}

/** From the Monday before the leave that is under way. */
const pattern = { from: "2026-11-09", minutes: mornings.map((one, at) => (at === 4 ? [0] : one)) };

const company = (place: Place) => ({
  ...{ name: "Shutdown", leaveTypeId: idsOf(place).vacation, ...day },
  ...{ locationIds: [idsOf(place).north], departmentIds: [], labelIds: [], exemptLabelIds: [] },
});
const booked = async ({ services, workspace }: Place) =>
  encodeId(
    "companyLeave",
    await bookCompanyLeave(services, workspace, { ...day, locationIds: [workspace.locations.north] }),
  );
const bookedBeforeSomeoneJoined = async (place: Place) => {
  const id = await booked(place);
  await makePerson(place.services, place.workspace, { name: "Jo Joined", startDate: "2025-01-01" });
  return id;
};

const leaveRow = async (place: Place) => ({ user: await addressOf(place), leaveType: "Vacation", ...day });
const openingRow = async (place: Place) => ({
  ...{
    user: await addressOf(place),
    leaveType: "Vacation",
    days: 3,
    effectiveDate: "2026-11-10",
    note: "Old",
  },
});
const own = async (place: Place) => assistantOf(place, place.person);

/** Moves the person to another location, where the days are open, and books what was closed for them. */
const bookAfterMove = (place: Place) =>
  byV2(place, "POST", "/leaves", {
    userId: idsOf(place).user,
    leaveTypeId: idsOf(place).vacation,
    isFullDayLeave: true,
    ...day,
  });

/** The endpoints of v2 by which a day could change. */
export const v2Scenarios: Record<string, readonly Scenario[]> = {
  requestLeave: [scenario({ act: bookAfterMove })],
  editLeave: [
    scenario({ act: (p) => byV2(p, "PATCH", `/leaves/${idsOf(p).past}`, { endDate: "2026-11-03" }) }),
    scenario({
      act: (p) =>
        byV2(p, "PATCH", `/leaves/${idsOf(p).past}`, { startDate: "2026-11-25", endDate: "2026-11-27" }),
    }),
    scenario({ act: (p) => byV2(p, "PATCH", `/leaves/${idsOf(p).across}`, { startDate: "2026-11-13" }) }),
    scenario({ act: (p) => byV2(p, "PATCH", `/leaves/${idsOf(p).past}`, { startPart: "AFTERNOON" }) }),
  ],
  deleteLeave: [scenario({ act: (p) => byV2(p, "DELETE", `/leaves/${idsOf(p).past}`) })],
  cancelLeave: [
    scenario({ act: (p) => byV2(p, "POST", `/leaves/${idsOf(p).past}/cancel`, { reason: "By mistake" }) }),
    scenario({ act: (p) => byV2(p, "POST", `/leaves/${idsOf(p).across}/cancel`, { reason: "By mistake" }) }),
  ],
  approveLeave: [
    scenario({
      prepare: open,
      act: (p, id) => byV2(p, "POST", `/leaves/${encodeId("leave", id)}/approve`, {}),
    }),
    scenario({
      prepare: wantsToCancel,
      act: (p, id) => byV2(p, "POST", `/leaves/${encodeId("leave", id)}/approve`, {}),
    }),
  ],
  importLeaves: [
    scenario({
      act: async (p) => byV2(p, "POST", "/leaves/import", { mode: "valid", rows: [await leaveRow(p)] }),
    }),
  ],
  createCompanyLeave: [scenario({ act: (p) => byV2(p, "POST", "/company-leaves", company(p)) })],
  bookCompanyLeave: [
    scenario({
      prepare: bookedBeforeSomeoneJoined,
      act: (p, id) => byV2(p, "POST", `/company-leaves/${id}/book`),
    }),
  ],
  undoCompanyLeave: [
    scenario({ prepare: booked, act: (p, id) => byV2(p, "DELETE", `/company-leaves/${id}`) }),
  ],
  adjustBalance: [
    scenario({ act: (p) => byV2(p, "POST", `/users/${idsOf(p).user}/balance-adjustments`, given(p)) }),
    scenario({
      prepare: carriesOver,
      act: (p) =>
        byV2(p, "POST", `/users/${idsOf(p).user}/balance-adjustments`, {
          ...{ kind: "CARRY_EXPIRY", leaveTypeId: idsOf(p).vacation, effectiveDate: "2026-01-01" },
          ...{ expiresOn: "2026-12-31", note: "Parental leave" },
        }),
    }),
    scenario({
      prepare: adjustment,
      act: (p, reverses) =>
        byV2(p, "POST", `/users/${idsOf(p).user}/balance-adjustments`, {
          kind: "REVERSAL",
          reverses,
          note: "Wrong",
        }),
    }),
  ],
  createCredit: [scenario({ act: (p) => byV2(p, "POST", "/credits", creditOf(p)) })],
  updateCredit: [
    scenario({
      prepare: (p) => credit(p, "APPROVED"),
      act: (p, id) => byV2(p, "PATCH", `/credits/${id}`, { expiresOn: "2027-01-31" }),
    }),
  ],
  approveCredit: [
    scenario({
      prepare: (p) => credit(p, "OPEN"),
      act: (p, id) => byV2(p, "POST", `/credits/${id}/approve`, {}),
    }),
  ],
  cancelCredit: [
    scenario({
      prepare: (p) => credit(p, "APPROVED"),
      act: (p, id) => byV2(p, "POST", `/credits/${id}/cancel`, {}),
    }),
  ],
  reportHoursWorked: [
    scenario({ act: reported }),
    scenario({
      prepare: reported,
      act: (p) => byV2(p, "POST", "/hours-worked", { ...hoursOf(p), hours: 30 }),
    }),
  ],
  importHoursWorked: [
    scenario({
      act: async (p) => byV2(p, "POST", "/hours-worked/import", { mode: "valid", rows: [await hoursRow(p)] }),
    }),
  ],
  deleteHoursWorked: [
    scenario({ prepare: reported, act: (p, id) => byV2(p, "DELETE", `/hours-worked/${id}`) }),
  ],
  importOpeningBalances: [
    scenario({
      act: async (p) =>
        byV2(p, "POST", "/balance-adjustments/import", { mode: "valid", rows: [await openingRow(p)] }),
    }),
  ],
  createHoliday: [scenario({ act: (p) => byV2(p, "POST", "/holidays", holiday(p)) })],
  importHolidays: [
    scenario({
      act: (p) =>
        byV2(p, "POST", "/holidays/import", {
          locationId: idsOf(p).north,
          holidays: [{ date: "2026-11-12", name: "Jubilee" }],
        }),
    }),
  ],
  updateHoliday: [
    scenario({
      prepare: oldHoliday,
      act: (p, id) => byV2(p, "PATCH", `/holidays/${id}`, { date: "2026-11-12" }),
    }),
  ],
  deleteHoliday: [
    scenario({
      prepare: async (p) => byV2(p, "POST", "/holidays", holiday(p)),
      act: (p, id) => byV2(p, "DELETE", `/holidays/${id}`),
    }),
  ],
  createWorkPattern: [
    scenario({ act: (p) => byV2(p, "POST", `/users/${idsOf(p).user}/work-patterns`, pattern) }),
  ],
  setWorkPatterns: [
    scenario({
      act: (p) => byV2(p, "POST", "/users/bulk-set-work-pattern", { userIds: [idsOf(p).user], pattern }),
    }),
  ],
  deleteWorkPattern: [
    scenario({
      prepare: (p) => byV2(p, "POST", `/users/${idsOf(p).user}/work-patterns`, pattern),
      act: (p, id) => byV2(p, "DELETE", `/users/${idsOf(p).user}/work-patterns/${id}`),
    }),
  ],
  updateUser: [
    scenario({ act: (p) => byV2(p, "PATCH", `/users/${idsOf(p).user}`, { endDate: "2026-11-12" }) }),
    scenario({ act: (p) => byV2(p, "PATCH", `/users/${idsOf(p).user}`, { startDate: "2026-11-03" }) }),
    scenario({
      act: async (p) => {
        await byV2(p, "PATCH", `/users/${idsOf(p).user}`, { locationId: idsOf(p).south });
        await bookAfterMove(p);
      },
    }),
  ],
  updateUsers: [
    scenario({
      act: async (p) => {
        const change = { locationId: idsOf(p).south };
        await byV2(p, "POST", "/users/bulk-update", { userIds: [idsOf(p).user], change });
        await bookAfterMove(p);
      },
    }),
  ],
};

/** The mutations of pages by which a day could change. */
export const pageScenarios: Record<string, readonly Scenario[]> = {
  "leaves.request": [
    scenario({
      act: (p) =>
        byPage(p, ({ leaves }) => {
          const { user: userId, vacation: leaveTypeId } = idsOf(p);
          return leaves.request({
            attempt: attempt(),
            leave: { userId, leaveTypeId, isFullDayLeave: true, ...day },
          });
        }),
    }),
  ],
  "leaves.edit": [
    scenario({
      act: (p) =>
        byPage(p, ({ leaves }) =>
          leaves.edit({
            attempt: attempt(),
            id: idsOf(p).past,
            version: 0,
            patch: { endDate: "2026-11-03" },
          }),
        ),
    }),
  ],
  "leaves.cancel": [
    scenario({
      act: (p) =>
        byPage(p, ({ leaves }) => leaves.cancel({ id: idsOf(p).past, decision: { reason: "By mistake" } })),
    }),
  ],
  "leaves.import": [
    scenario({
      act: (p) =>
        byPage(p, async ({ leaves }) =>
          leaves.import({ attempt: attempt(), import: { mode: "valid", rows: [await leaveRow(p)] } }),
        ),
    }),
  ],
  "approvals.decide": [
    scenario({
      prepare: open,
      act: (p, leave) =>
        byPage(p, ({ approvals }) => {
          const id = encodeId("leave", leave);
          return approvals.decide({ decisions: [{ attempt: attempt(), id, version: 0, action: "approve" }] });
        }),
    }),
  ],
  "companyLeaves.create": [
    scenario({
      act: (p) =>
        byPage(p, ({ companyLeaves: pages }) =>
          pages.create({ attempt: attempt(), companyLeave: company(p) }),
        ),
    }),
  ],
  "companyLeaves.book": [
    scenario({
      prepare: bookedBeforeSomeoneJoined,
      act: (p, id) => byPage(p, ({ companyLeaves: pages }) => pages.book({ attempt: attempt(), id })),
    }),
  ],
  "companyLeaves.undo": [
    scenario({
      prepare: booked,
      act: (p, id) => byPage(p, ({ companyLeaves: pages }) => pages.undo({ attempt: attempt(), id })),
    }),
  ],
  "entitlements.create": [
    scenario({
      act: (p) =>
        byPage(p, ({ entitlements }) =>
          entitlements.create({ attempt: attempt(), userId: idsOf(p).user, adjustment: given(p) }),
        ),
    }),
  ],
  "credits.create": [
    scenario({
      act: (p) =>
        byPage(p, ({ credits: pages }) => pages.create({ attempt: attempt(), credit: creditOf(p) })),
    }),
  ],
  "credits.update": [
    scenario({
      prepare: (p) => credit(p, "APPROVED"),
      act: (p, id) =>
        byPage(p, ({ credits: pages }) =>
          pages.update({ attempt: attempt(), id, version: 0, patch: { expiresOn: "2027-01-31" } }),
        ),
    }),
  ],
  "credits.answer": [
    scenario({
      prepare: (p) => credit(p, "OPEN"),
      act: (p, id) =>
        byPage(p, ({ credits: pages }) =>
          pages.answer({ attempt: attempt(), id, version: 0, action: "approve" }),
        ),
    }),
  ],
  "hoursWorked.create": [
    scenario({
      act: (p) =>
        byPage(p, ({ hoursWorked: pages }) => pages.create({ attempt: attempt(), hours: hoursOf(p) })),
    }),
  ],
  "hoursWorked.update": [
    scenario({
      prepare: reported,
      act: (p, id) =>
        byPage(p, ({ hoursWorked: pages }) => pages.update({ attempt: attempt(), id, hours: 30 })),
    }),
  ],
  "hoursWorked.delete": [
    scenario({
      prepare: reported,
      act: (p, id) => byPage(p, ({ hoursWorked: pages }) => pages.delete({ id })),
    }),
  ],
  "hoursWorked.import": [
    scenario({
      act: (p) =>
        byPage(p, async ({ hoursWorked: pages }) =>
          pages.import({ attempt: attempt(), import: { mode: "valid", rows: [await hoursRow(p)] } }),
        ),
    }),
  ],
  "entitlements.import": [
    scenario({
      act: (p) =>
        byPage(p, async ({ entitlements }) =>
          entitlements.import({ attempt: attempt(), import: { mode: "valid", rows: [await openingRow(p)] } }),
        ),
    }),
  ],
  "workPatterns.create": [
    scenario({
      act: (p) =>
        byPage(p, (caller) =>
          caller.workPatterns.create({ attempt: attempt(), userId: idsOf(p).user, pattern }),
        ),
    }),
  ],
  "workPatterns.setMany": [
    scenario({
      act: (p) =>
        byPage(p, (caller) =>
          caller.workPatterns.setMany({ attempt: attempt(), select: { ids: [idsOf(p).user] }, pattern }),
        ),
    }),
  ],
  "workPatterns.delete": [
    scenario({
      prepare: (p) => byV2(p, "POST", `/users/${idsOf(p).user}/work-patterns`, pattern),
      act: (p, id) => byPage(p, (caller) => caller.workPatterns.delete({ userId: idsOf(p).user, id })),
    }),
  ],
  "startingSets.create": [
    scenario({
      act: (p) =>
        byPage(p, (pages) =>
          pages.startingSets.create({
            ...{ attempt: attempt(), types: [{ name: "Jubilee leave", color: "1570EF" }], rules: [] },
            holidays: [
              { locationId: holiday(p).locationId, holidays: [{ date: "2026-11-12", name: "Jubilee" }] },
            ],
          }),
        ),
    }),
  ],
  "directory.holidays.create": [
    scenario({ act: (p) => byPage(p, ({ directory }) => directory.holidays.create(holiday(p))) }),
  ],
  "directory.holidays.save": [
    scenario({
      act: (p) =>
        byPage(p, ({ directory }) =>
          directory.holidays.save({ attempt: attempt(), write: { kind: "create", holiday: holiday(p) } }),
        ),
    }),
  ],
  "directory.holidays.startImport": [
    scenario({
      act: (p) =>
        byPage(p, ({ directory }) => {
          const days = [{ date: "2026-11-12", name: "Jubilee" }];
          const body = { locationId: idsOf(p).north, holidays: days };
          return directory.holidays.startImport({ attempt: attempt(), holidays: body });
        }),
    }),
  ],
  "directory.holidays.update": [
    scenario({
      prepare: oldHoliday,
      act: (p, id) =>
        byPage(p, ({ directory }) => directory.holidays.update({ id, patch: { date: "2026-11-12" } })),
    }),
  ],
  "directory.holidays.delete": [
    scenario({
      prepare: (p) => byV2(p, "POST", "/holidays", holiday(p)),
      act: (p, id) => byPage(p, ({ directory }) => directory.holidays.delete({ id })),
    }),
  ],
  "people.update": [
    scenario({
      act: (p) =>
        byPage(p, ({ people }) => people.update({ id: idsOf(p).user, patch: { endDate: "2026-11-12" } })),
    }),
  ],
  "people.change": [
    scenario({
      act: async (p) => {
        const { user, south } = idsOf(p);
        const body = { select: { ids: [user] }, change: { locationId: south } };
        await byPage(p, ({ people }) => people.change({ attempt: attempt(), ...body }));
        await bookAfterMove(p);
      },
    }),
  ],
};

/** The tools by which a day could change, each with the plan of a preview before the days were closed. */
export const toolScenarios: Record<string, readonly Scenario[]> = {
  request_leave: [
    scenario({
      prepare: async (p) => {
        const call = await own(p);
        const wanted = { leaveType: "vacation", ...day };
        const { plan } = await call("preview_leave", wanted);
        return () => call("request_leave", { ...wanted, plan });
      },
      act: (_, request) => request(),
    }),
  ],
  change_leave: [
    scenario({
      prepare: async (p) => {
        const call = await own(p);
        const wanted = { leaveId: idsOf(p).across, startDate: "2026-11-11" };
        const { plan } = await call("preview_leave", wanted);
        return () => call("change_leave", { ...wanted, plan });
      },
      act: (_, change) => change(),
    }),
  ],
  decide_leave: [
    scenario({
      prepare: async (p) => {
        const call = await assistantOf(p, p.workspace.people.admin);
        const leaveId = encodeId("leave", await open(p));
        const { requests } = await call("list_requests_to_decide", {});
        const { plan } = requests.find((one: { leaveId: string }) => one.leaveId === leaveId);
        return () => call("decide_leave", { leaveId, action: "approve", plan });
      },
      act: (_, decide) => decide(),
    }),
  ],
};
