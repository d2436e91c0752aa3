import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departmentApprovers, holidays, locations, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import {
  type CastMember,
  makeLeave,
  makeUser,
  makeWorkspace,
  type TestWorkspace,
} from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { birthday, daily, weekly } from "@/server/test/notification-kit";
import { standingClock, testServices } from "@/server/test/services";
import { validate } from "@/server/transport/validate";
import { type Built, buildMessage } from "./build-message";
import { columnsOf } from "./create";
import { linksOf } from "./links";
import { renderMail } from "./render-mail";
import { NotificationCreate } from "./schema";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
});

async function built(body: unknown, date: string, owner: CastMember = "admin"): Promise<Built> {
  const ctx = await as(services, workspace.people[owner]);
  const source = columnsOf(validate(NotificationCreate, body));
  return buildMessage(ctx, source, dayNumber(date), { name: "Ada Admin", email: "ada@example.com" });
}
const links = linksOf("https://app.test", null);
const plainSpaces = (text: string) => text.replaceAll(/[\u202f\u00a0\u2009]/g, " ");
/** The message as text: headings in brackets, lines as displayed. */
async function linesOf(body: unknown, date: string, owner: CastMember = "admin"): Promise<string[]> {
  const { message } = await built(body, date, owner);
  return message.days.flatMap(({ heading, notes, groups, empty }) => [
    ...(heading ? [`# ${heading}`] : []),
    ...notes.map((note) => `(${note})`),
    ...(empty ? [empty] : []),
    ...groups.flatMap((group) => [
      ...(group.heading ? [`[${group.heading}]`] : []),
      ...group.lines.map(({ name, text }) => plainSpaces(text ? `${name}: ${text}` : name)),
    ]),
  ]);
}
const away = (who: CastMember, startDate: string, endDate = startDate, more = {}) =>
  makeLeave(services, workspace.people[who], { startDate, endDate, ...more });
const hours = (startHour: number, endHour: number, startMinute = 0, endMinute = 0) => ({
  isFullDayLeave: false,
  startHour,
  startMinute,
  endHour,
  endMinute,
});

describe("daily", () => {
  const none = { ...daily, groupBy: "NONE" };

  it("shows leave type, hours, half days and the day of return", async () => {
    await away("northSeller", "2026-11-23", "2026-11-24");
    await away("platformer", "2026-11-23", "2026-11-23", hours(9, 13));
    await away("admin", "2026-11-23", "2026-11-23", hours(14, 15, 30, 45));
    expect(await linesOf(none, "2026-11-23")).toEqual([
      "Ada Admin: Vacation · 14:30–15:45",
      "Nils North: Vacation · back on Wed 25 Nov",
      "Pia Platform: Vacation · half day, 09:00–13:00",
    ]);
  });

  it("half days at the ends of leave: from or until noon, and back on the day of the half", async () => {
    await away("northSeller", "2026-11-20", "2026-11-24", { startPart: "AFTERNOON", endPart: "MORNING" });
    await away("platformer", "2026-11-23", "2026-11-23", { endPart: "MORNING" });
    expect(await linesOf(none, "2026-11-23")).toEqual([
      "Nils North: Vacation · from noon on Fri 20 Nov · until noon on Tue 24 Nov · back on Tue 24 Nov",
      "Pia Platform: Vacation · half day, morning",
    ]);
  });

  it("back on the first working day that no other leave covers", async () => {
    // North works Monday to Friday; the 30th is a holiday, and the next leave continues until the 2nd.
    await services.db.insert(holidays).values({
      workspaceId: workspace.id,
      id: newId(),
      locationId: workspace.locations.north,
      date: "2026-11-30",
      name: "St Andrew",
    });
    await away("northSeller", "2026-11-26", "2026-11-27");
    await away("northSeller", "2026-12-01", "2026-12-02");
    await away("northSeller", "2026-12-03", "2026-12-03", hours(9, 10));
    expect(await linesOf(none, "2026-11-26")).toEqual(["Nils North: Vacation · back on Thu 3 Dec"]);
  });

  it("no return for an employee whose employment ends before", async () => {
    await services.db
      .update(users)
      .set({ endDate: "2026-11-29" })
      .where(eq(users.id, workspace.people.northSeller.id));
    await away("northSeller", "2026-11-26", "2026-11-27");
    expect(await linesOf(none, "2026-11-26")).toEqual(["Nils North: Vacation"]);
  });

  it("only employees who work on that day; only approved leave of active employees", async () => {
    await away("northSeller", "2026-11-20", "2026-11-30");
    await away("user", "2026-11-20", "2026-11-30");
    await away("platformer", "2026-11-22", "2026-11-22", { status: "OPEN" });
    await away("inactive", "2026-11-22");
    // Sunday: the south works from Sunday to Thursday.
    expect(await linesOf(none, "2026-11-22")).toEqual(["Uma User: Vacation · back on Tue 1 Dec"]);
    expect(await linesOf(none, "2026-11-21")).toEqual([]);
    expect((await built(none, "2026-11-21")).isEmpty).toBe(true);
  });

  it("holidays of the locations where the audience works; a holiday is not an absence", async () => {
    await services.db
      .update(holidays)
      .set({ isHalfDay: true })
      .where(eq(holidays.id, workspace.holidays.northChristmas));
    expect(await linesOf(none, "2026-12-25")).toEqual(["(Half-day public holiday in North: Christmas)"]);
    expect(await linesOf(none, "2026-12-25", "locationAdmin")).toHaveLength(1);
    const south = { ...none, locationIds: [encodeId("location", workspace.locations.south)] };
    expect(await linesOf(south, "2026-12-25")).toEqual([]);
    expect((await built(none, "2026-12-25")).isEmpty).toBe(true);
  });

  it("groups by each value", async () => {
    await away("northSeller", "2026-11-23");
    await away("user", "2026-11-23", "2026-11-23", { leaveTypeId: workspace.leaveTypes.sick });
    await away("platformer", "2026-11-23");
    await services.db.insert(userLabels).values({
      workspaceId: workspace.id,
      userId: workspace.people.user.id,
      labelId: workspace.labels.night,
    });
    const headings = async (groupBy: string) =>
      (await linesOf({ ...daily, groupBy }, "2026-11-23")).map((line) => line.split(":")[0]);
    expect(await headings("TEAM")).toEqual([
      "[Platform]",
      "Pia Platform",
      "[Sales]",
      "Nils North",
      "Uma User",
    ]);
    expect(await headings("LOCATION")).toEqual([
      "[North]",
      "Nils North",
      "Pia Platform",
      "[South]",
      "Uma User",
    ]);
    expect(await headings("LEAVE_TYPE")).toEqual([
      "[Sick]",
      "Uma User",
      "[Vacation]",
      "Nils North",
      "Pia Platform",
    ]);
    expect(await headings("LABEL")).toEqual([
      "[Night shift]",
      "Uma User",
      "[Remote]",
      "Nils North",
      "Uma User",
      "[No label]",
      "Pia Platform",
    ]);
    expect(await headings("NONE")).toEqual(["Nils North", "Pia Platform", "Uma User"]);
  });

  it("a private type reads Away where the owner does not manage the employee", async () => {
    const sick = { leaveTypeId: workspace.leaveTypes.sick };
    await away("admin", "2026-11-23", "2026-11-23", sick);
    await away("northSeller", "2026-11-23", "2026-11-23", sick);
    const types = async (owner: CastMember) =>
      (await linesOf({ ...daily, groupBy: "LEAVE_TYPE" }, "2026-11-23", owner)).map(
        (line) => line.split(" · ")[0],
      );
    expect(await types("admin")).toEqual(["[Sick]", "Ada Admin: Sick", "Nils North: Sick"]);
    // The administrator is in the location, but has a stronger role than its location admin.
    expect(await types("locationAdmin")).toEqual(["[Away]", "Ada Admin: Away", "[Sick]", "Nils North: Sick"]);
  });

  it("shows only employees within the owner's reach who match every filter", async () => {
    for (const who of ["admin", "locationAdmin", "approver", "user", "northSeller", "platformer"] as const)
      await away(who, "2026-11-23");
    const names = async (owner: CastMember, filters = {}) =>
      (await linesOf({ ...none, ...filters }, "2026-11-23", owner)).map((line) => line.split(":")[0]);
    expect(await names("locationAdmin")).toEqual([
      "Ada Admin",
      "Lena Location",
      "Nils North",
      "Pia Platform",
    ]);
    expect(await names("approver")).toEqual(["Nils North", "Uma User"]);
    const { locations: places, departments, labels } = workspace;
    const north = { locationIds: [encodeId("location", places.north)] };
    const sales = { departmentIds: [encodeId("department", departments.sales)] };
    expect(await names("admin", { ...north, ...sales })).toEqual(["Nils North"]);
    expect(await names("admin", { labelIds: [encodeId("label", labels.remote)] })).toEqual([
      "Nils North",
      "Uma User",
    ]);
    expect(await names("admin", { locationIds: [encodeId("location", places.empty)] })).toEqual([]);
  });

  const expected: Record<NotificationLocale, [string, string, string]> = {
    en: ["Away on Monday 23 November 2026", "2 people are away.", "Vacation · back on Wed 25 Nov"],
    de: [
      "Abwesend am Montag, 23. November 2026",
      "2 Personen sind abwesend.",
      "Vacation · zurück am Mi., 25. Nov.",
    ],
    es: [
      "Ausencias del lunes, 23 de noviembre de 2026",
      "2 personas están ausentes.",
      "Vacation · vuelve el mié, 25 nov",
    ],
    fr: [
      "Absences du lundi 23 novembre 2026",
      "2 personnes sont absentes.",
      "Vacation · retour le mer. 25 nov.",
    ],
    pt: [
      "Ausências na segunda-feira, 23 de novembro de 2026",
      "2 pessoas estão ausentes.",
      "Vacation · regressa na quarta, 25/11",
    ],
  };
  it.each(Object.entries(expected))("%s: dates, plurals and text", async (locale, [title, intro, text]) => {
    await away("northSeller", "2026-11-23", "2026-11-24");
    await away("platformer", "2026-11-23");
    const { message } = await built({ ...none, locale }, "2026-11-23");
    expect([message.title, message.intro, message.days[0]?.groups[0]?.lines[0]?.text]).toEqual([
      title,
      intro,
      text,
    ]);
    const one = await built({ ...none, locale }, "2026-11-24");
    expect(one.message.intro).toMatch(/^1 /);
    expect(one.message.intro).not.toBe(message.intro.replace("2", "1"));
    expect(renderMail(message, links).html).toContain(`<html lang="${locale}">`);
  });

  it("times of employees whose clocks differ carry the zone; where the clocks agree they do not", async () => {
    // North is in Oslo, which shares its time with Paris; South is in Lima.
    await away("northSeller", "2026-11-23", "2026-11-23", hours(9, 10));
    await away("user", "2026-11-23", "2026-11-23", hours(9, 13));
    const texts = async (locale: NotificationLocale, timezone = "Europe/Paris") =>
      linesOf({ ...none, locale, timezone }, "2026-11-23");
    expect(await texts("en")).toEqual([
      "Nils North: Vacation · 09:00–10:00",
      "Uma User: Vacation · 09:00–13:00 GMT-5",
    ]);
    expect((await texts("fr"))[1]).toBe("Uma User: Vacation · 09:00–13:00 UTC−5");
    expect(await texts("en", "America/Bogota")).toEqual([
      "Nils North: Vacation · 09:00–10:00 CET",
      "Uma User: Vacation · 09:00–13:00",
    ]);
  });

  it("French elides before a vowel and a mute h; Portuguese takes the day's article", async () => {
    const says = async (locale: NotificationLocale, date: string, name: string) => {
      const ctx = await as(services, workspace.people.admin);
      const source = columnsOf(validate(NotificationCreate, { ...none, locale }));
      const { message } = await buildMessage(ctx, source, dayNumber(date), { name, email: "a@example.com" });
      return [message.title, message.footer];
    };
    const footer = async (name: string) => (await says("fr", "2026-11-23", name))[1];
    for (const name of ["Adminé", "Élodie", "Œdipe", "Yves", "Hélène", "Hugo"])
      expect(await footer(name)).toBe(`Envoyé par Timeaway au nom d’${name}.`);
    for (const name of ["Paul", "Yann", "Hans", "Zoé", "李", "$1"])
      expect(await footer(name)).toBe(`Envoyé par Timeaway au nom de ${name}.`);
    expect((await says("pt", "2026-11-22", "Ana"))[0]).toBe("Ausências no domingo, 22 de novembro de 2026");
    expect((await says("pt", "2026-11-28", "Ana"))[0]).toBe("Ausências no sábado, 28 de novembro de 2026");
    expect((await says("pt", "2026-11-24", "Ana"))[0]).toBe(
      "Ausências na terça-feira, 24 de novembro de 2026",
    );
  });
});

describe("weekly", () => {
  it("by day for this week or the next, from the first day of the week", async () => {
    await away("northSeller", "2026-11-26");
    await away("platformer", "2026-11-30");
    const thisWeek = await built({ ...weekly, firstDayOfWeek: 1 }, "2026-11-23");
    expect(plainSpaces(thisWeek.message.title)).toBe("Away in week 48: 23 – 29 November 2026");
    expect(thisWeek.message.intro).toBe("1 person is away.");
    expect(await linesOf(weekly, "2026-11-23")).toEqual([
      "# Monday 23 November",
      "Nobody is away.",
      "# Tuesday 24 November",
      "Nobody is away.",
      "# Wednesday 25 November",
      "Nobody is away.",
      "# Thursday 26 November",
      "Nils North: Vacation · back on Fri 27 Nov",
      "# Friday 27 November",
      "Nobody is away.",
      "# Saturday 28 November",
      "Nobody is away.",
      "# Sunday 29 November",
      "Nobody is away.",
    ]);
    const nextWeek = await linesOf({ ...weekly, currentWeek: false }, "2026-11-23");
    expect(nextWeek[0]).toBe("# Monday 30 November");
    expect(nextWeek[1]).toBe("Pia Platform: Vacation · back on Tue 1 Dec");
    const fromSunday = await built({ ...weekly, firstDayOfWeek: 0, currentWeek: false }, "2026-11-21");
    expect(plainSpaces(fromSunday.message.title)).toBe("Away in week 48: 22 – 28 November 2026");
  });

  it("an absence of several days once, with its span, and not on each of its days", async () => {
    await away("northSeller", "2026-11-26", "2026-12-04");
    await away("northSeller", "2026-11-23", "2026-11-24");
    await away("platformer", "2026-11-26");
    await away("user", "2026-11-27", "2026-11-28");
    // The south does not work on Fridays and Saturdays: an absence on those days is not shown.
    expect(await linesOf(weekly, "2026-11-23")).toEqual([
      "# Several days",
      "Nils North: Vacation · Mon 23 – Tue 24 Nov · back on Wed 25 Nov",
      "Nils North: Vacation · Thu 26 Nov – Fri 4 Dec · back on Mon 7 Dec",
      "# Monday 23 November",
      "Nobody else is away.",
      "# Tuesday 24 November",
      "Nobody else is away.",
      "# Wednesday 25 November",
      "Nobody is away.",
      "# Thursday 26 November",
      "Pia Platform: Vacation · back on Fri 27 Nov",
      "# Friday 27 November",
      "Nobody else is away.",
      "# Saturday 28 November",
      "Nobody is away.",
      "# Sunday 29 November",
      "Nobody is away.",
    ]);
    const { message } = await built(weekly, "2026-11-23");
    expect(message.intro).toBe("2 people are away.");
    const grouped = await linesOf({ ...weekly, groupBy: "LOCATION" }, "2026-11-23");
    expect(grouped.slice(0, 2)).toEqual(["# Several days", "[North]"]);
  });

  const weeks: Record<NotificationLocale, [title: string, heading: string, span: string]> = {
    en: ["Away in week 34: 17 – 23 August 2026", "Monday 17 August", "Mon 3 – Fri 21 Aug"],
    de: ["Abwesend in KW 34: 17.–23. August 2026", "Montag, 17. August", "Mo., 3. – Fr., 21. Aug."],
    es: [
      "Ausencias de la semana 34: 17–23 de agosto de 2026",
      "Lunes, 17 de agosto",
      "lun, 3 ago – vie, 21 ago",
    ],
    fr: ["Absences de la semaine 34 : 17–23 août 2026", "Lundi 17 août", "lun. 3 – ven. 21 août"],
    pt: [
      "Ausências da semana 34: 17–23 de agosto de 2026",
      "Segunda-feira, 17 de agosto",
      "segunda, 03/08 – sexta, 21/08",
    ],
  };
  it.each(Object.entries(weeks))("%s: week, headings and spans", async (locale, expected) => {
    await away("northSeller", "2026-08-03", "2026-08-21");
    const { message } = await built({ ...weekly, locale }, "2026-08-17");
    const span = message.days[0]?.groups[0]?.lines[0]?.text.split(" · ")[1] ?? "";
    expect([message.title, message.days[1]?.heading ?? "", span].map(plainSpaces)).toEqual(expected);
  });
});

describe("birthdays", () => {
  const person = (name: string, born: string, more = {}) =>
    makeUser(services, {
      workspaceId: workspace.id,
      name,
      locationId: workspace.locations.north,
      departmentId: workspace.departments.sales,
      birthday: born,
      ...more,
    });

  it("with the department, on the day; on a day off, on the last working day before", async () => {
    await person("Friday", "1990-11-27");
    await person("Saturday", "1990-11-28");
    await person("Sunday", "1990-11-29");
    await person("South", "1990-11-28", { locationId: workspace.locations.south });
    // The south does not work on Fridays and Saturdays.
    expect(await linesOf(birthday, "2026-11-26")).toEqual(["South: Sales · Saturday 28 November"]);
    expect(await linesOf(birthday, "2026-11-27")).toEqual([
      "Friday: Sales",
      "Saturday: Sales · Saturday 28 November",
      "Sunday: Sales · Sunday 29 November",
    ]);
    expect((await built(birthday, "2026-11-28")).isEmpty).toBe(true);
    const any = { ...birthday, sendOnNonWorkingDays: true };
    expect(await linesOf(any, "2026-11-28")).toEqual(["Saturday: Sales", "South: Sales"]);
  });

  it("29 February falls on the 28th in common years", async () => {
    await person("Leap", "1996-02-29");
    const any = { ...birthday, sendOnNonWorkingDays: true };
    expect(await linesOf(any, "2027-02-28")).toEqual(["Leap: Sales"]);
    expect(await linesOf(any, "2028-02-28")).toEqual([]);
    expect(await linesOf(any, "2028-02-29")).toEqual(["Leap: Sales"]);
  });

  it("1 January, a holiday, is announced in the year before", async () => {
    await services.db.insert(holidays).values({
      workspaceId: workspace.id,
      id: newId(),
      locationId: workspace.locations.north,
      date: "2027-01-01",
      name: "New Year",
    });
    await person("Janus", "1980-01-01");
    expect(await linesOf(birthday, "2026-12-31")).toEqual(["Janus: Sales · Friday 1 January"]);
  });

  it("a location that never works is announced on the day; former and future employees are not", async () => {
    await services.db
      .update(locations)
      .set({ workWeek: [] })
      .where(eq(locations.id, workspace.locations.empty));
    await person("Idle", "1990-11-28", { locationId: workspace.locations.empty });
    await person("Gone", "1990-11-28", { endDate: "2026-11-26" });
    await person("Soon", "1990-11-28", { startDate: "2026-12-01" });
    expect(await linesOf(birthday, "2026-11-28")).toEqual(["Idle: Sales"]);
    expect(await linesOf(birthday, "2026-11-27")).toEqual([]);
  });

  it("each birthday is announced exactly once a year", async () => {
    await services.db.insert(departmentApprovers).values({
      workspaceId: workspace.id,
      departmentId: workspace.departments.engineering,
      userId: workspace.people.approver.id,
    });
    for (let month = 1; month <= 12; month++)
      await person(`P${month}`, `1990-${String(month).padStart(2, "0")}-28`);
    await person("Leap", "1996-02-29");
    const times: Record<string, number> = {};
    for (let day = dayNumber("2027-01-01"); day <= dayNumber("2027-12-31"); day++) {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      for (const line of await linesOf(birthday, date)) {
        const name = line.split(":")[0] ?? "";
        times[name] = (times[name] ?? 0) + 1;
      }
    }
    expect(Object.values(times)).toEqual(Array(13).fill(1));
  });
});
