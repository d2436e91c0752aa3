import { expect, it } from "vitest";
import { LeaveImportRow } from "@/server/modules/leave/requests/schema";
import { columnsFor, dateCellsIn, ignoredColumns, missingFields, rowsOfTable, withAnswers } from "./columns";
import { type ImportKind, layouts } from "./layouts";
import { readText } from "./read-table";

const terms = { order: null, lastYear: 2046 };

/** The import rows of a text, and the ignored columns. */
function importOf(kind: ImportKind, text: string) {
  const table = readText(text);
  const layout = layouts[kind];
  const mapping = columnsFor(layout, table.header);
  return {
    rows: rowsOfTable(layout, table, mapping, terms),
    ignored: ignoredColumns(table, mapping).map((at) => table.header[at]),
    missing: missingFields(layout, mapping),
    dates: dateCellsIn(layout, table, mapping),
  };
}
const leave = { user: "a@b.test", leaveType: "Vacation" };
const timesOf = (from: number, to: number) => ({
  ...{ isFullDayLeave: false, startHour: from, startMinute: 0, endHour: to, endMinute: 0 },
});

it("finds columns by the earlier choice, by title, the most reliable first, or by the page's name for the field", () => {
  expect(columnsFor(layouts.people, ["Abteilung", "E-Mail", "Name"])).toEqual({
    department: 0,
    email: 1,
    name: 2,
  });
  expect(columnsFor(layouts.people, ["Wer", "Mail"], { Wer: "name" })).toEqual({ name: 0, email: 1 });
  expect(columnsFor(layouts.leaves, ["Employee ID", "E-mail"])).toEqual({ user: 1 });
  const titleOf = (field: string) => (field === "startDate" ? "Begins" : field);
  expect(columnsFor(layouts.people, ["Begins", "Ends"], {}, titleOf)).toEqual({ startDate: 0 });
});

it("a bare name beside a first or last name is the other part; a full name stays whole", () => {
  for (const [header, expected] of [
    ["Name;Vorname", "Jean Roux"],
    ["Nom;Prénom", "Jean Roux"],
    ["Apellidos;Nombre", "Jean Roux"],
    ["Apelido;Nome", "Jean Roux"],
    ["Full name;First name", "Roux"],
    ["Last name;First name", "Jean Roux"],
  ] as const) {
    const { rows } = importOf("people", `${header};E-mail\nRoux;Jean;a@b.test`);
    expect(rows[0]?.name, header).toBe(expected);
  }
  expect(columnsFor(layouts.people, ["Name", "Vorname"], { Name: "name" })).toEqual({
    name: 0,
    firstName: 1,
  });
});

it("names unused and missing columns; ignores empty columns", () => {
  const { ignored, missing } = importOf("people", "First name;Shoe size;Badge;E-Mail\nA;38;;a@b.test");
  expect(ignored).toEqual(["Shoe size"]);
  expect(missing).toEqual([["name", "lastName"]]);
});

it("our own report: status, hours and days; ignores further columns", () => {
  const { rows, ignored } = importOf(
    "leaves",
    [
      "Name,E-mail,Employee ID,Department,Location,Leave type,Status,First day,Last day,From,To,Working days,Approver,Requested at (UTC),Changed at (UTC)",
      "A,a@b.test,,Main,Berlin,Vacation,APPROVED,2026-12-14,2026-12-14,09:00,13:00,0.5,Ada,2026-11-27T04:58:37Z,2026-11-27T04:58:37Z",
      "A,a@b.test,,Main,Berlin,Vacation,CANCELLED,2026-12-16,2026-12-17,,,2,Ada,2026-11-27T04:58:37Z,2026-11-27T04:58:37Z",
    ].join("\r\n"),
  );
  expect(rows).toEqual([
    {
      ...leave,
      ...{ status: "APPROVED", startDate: "2026-12-14", endDate: "2026-12-14", workingDays: 0.5 },
      ...timesOf(9, 13),
    },
    { ...leave, status: "CANCELLED", startDate: "2026-12-16", endDate: "2026-12-17", workingDays: 2 },
  ]);
  expect(ignored).toEqual([
    ...["Name", "Department", "Location", "Approver", "Requested at (UTC)", "Changed at (UTC)"],
  ]);
});

it("Personio: half first and last days, German dates", () => {
  const { rows, ignored } = importOf(
    "leaves",
    [
      "Email;Absence type;Start date;End date;Half day first day;Half day last day",
      "a@b.test;Vacation;01.03.2027;05.03.2027;1;",
      "a@b.test;Vacation;08.03.2027;12.03.2027;;1",
      "a@b.test;Vacation;15.03.2027;15.03.2027;1;",
      "a@b.test;Vacation;16.03.2027;16.03.2027;;1",
    ].join("\n"),
  );
  expect(ignored).toEqual([]);
  expect(rows.map(({ halfDays }) => halfDays)).toEqual([
    [{ date: "2027-03-01", half: "AFTERNOON" }],
    [{ date: "2027-03-12", half: "MORNING" }],
    [{ date: "2027-03-15", half: "AFTERNOON" }],
    [{ date: "2027-03-16", half: "MORNING" }],
  ]);
});

it("Frappe: a half day with its date, rejected and cancelled leave, total days", () => {
  const { rows } = importOf(
    "leaves",
    [
      "Employee,Leave Type,From Date,To Date,Half Day,Half Day Date,Status,Total Leave Days",
      "a@b.test,Vacation,2027-03-08,2027-03-10,1,2027-03-10,Rejected,2.5",
      "a@b.test,Vacation,2027-03-15,2027-03-16,0,,Cancelled,2",
      "a@b.test,Vacation,2027-03-17,2027-03-18,1,,Open,1.5",
    ].join("\n"),
  );
  expect(rows).toEqual([
    {
      ...leave,
      ...{ startDate: "2027-03-08", endDate: "2027-03-10", status: "DENIED", workingDays: 2.5 },
      halfDays: [{ date: "2027-03-10", half: "MORNING" }],
    },
    { ...leave, startDate: "2027-03-15", endDate: "2027-03-16", status: "CANCELLED", workingDays: 2 },
    {
      ...leave,
      ...{ startDate: "2027-03-17", endDate: "2027-03-18", status: "OPEN", workingDays: 1.5 },
      halfDays: [{ half: "MORNING" }],
    },
  ]);
});

it("BambooHR: last name first, hours, words for the status", () => {
  const { rows, ignored } = importOf(
    "leaves",
    [
      "Name,From,To,Type,Amount,Status,Notes",
      '"Smith, John",2027-03-08,2027-03-08,Vacation,4.00 hours,Requested,Dentist',
      '"Smith, John",2027-03-09,2027-03-10,Vacation,2 days,Superseded,',
    ].join("\n"),
  );
  expect(ignored).toEqual([]);
  expect(rows).toEqual([
    {
      ...{ user: "John Smith", leaveType: "Vacation", startDate: "2027-03-08", endDate: "2027-03-08" },
      ...{ hours: 4, status: "OPEN", reason: "Dentist" },
    },
    {
      ...{ user: "John Smith", leaveType: "Vacation", startDate: "2027-03-09", endDate: "2027-03-10" },
      ...{ workingDays: 2, status: "CANCELLED" },
    },
  ]);
});

it("Timetastic: first and last name, mornings and afternoons at either end", () => {
  const { rows, ignored } = importOf(
    "leaves",
    [
      "First name,Surname,Leave type,Start date,Start type,End date,End type,Status",
      "John,Smith,Vacation,2027-03-08,Afternoon,2027-03-09,Afternoon,Approved",
      "John,Smith,Vacation,2027-03-10,Morning,2027-03-10,Morning,Declined",
      "John,Smith,Vacation,2027-03-11,Morning,2027-03-11,Afternoon,Approved",
    ].join("\n"),
  );
  expect(ignored).toEqual([]);
  expect(rows.map(({ user, halfDays, status }) => [user, status, halfDays])).toEqual([
    ["John Smith", "APPROVED", [{ date: "2027-03-08", half: "AFTERNOON" }]],
    ["John Smith", "DENIED", [{ date: "2027-03-10", half: "MORNING" }]],
    ["John Smith", "APPROVED", undefined],
  ]);
});

it("times next to the dates of a single day are its hours; across days they are not hours of each day", () => {
  const { rows } = importOf(
    "leaves",
    [
      "Email,Type,Start,End",
      "a@b.test,Vacation,2027-03-08 09:00,2027-03-08 1:00 PM",
      "a@b.test,Vacation,2027-03-08 00:00:00,2027-03-09 23:59:00",
      "a@b.test,Vacation,2027-03-08 09:00,2027-03-09 13:00",
    ].join("\n"),
  );
  expect(rows).toEqual([
    { ...leave, startDate: "2027-03-08", endDate: "2027-03-08", ...timesOf(9, 13) },
    { ...leave, startDate: "2027-03-08", endDate: "2027-03-09" },
    { ...leave, startDate: "2027-03-08 09:00", endDate: "2027-03-09 13:00" },
  ]);
  expect(LeaveImportRow.safeParse(rows[2]).success).toBe(false);
});

it("unreadable values stay for the import to refuse; the API's own names are understood", () => {
  const { rows } = importOf(
    "leaves",
    "user,leaveType,startDate,endDate,isFullDayLeave,startHour,endHour,status,halfDay\na@b.test,Vacation,soon,1.3.2027,no,nine,13,Perhaps,maybe",
  );
  expect(rows).toEqual([
    {
      ...{ ...leave, startDate: "soon", endDate: "2027-03-01", isFullDayLeave: false },
      ...{ startHour: "nine", endHour: 13, status: "Perhaps", halfDays: [{ half: "maybe" }] },
    },
  ]);
});

it("people: first and last name, dates in every format, labels", () => {
  const { rows, dates } = importOf(
    "people",
    [
      "First Name,Last Name,Work Email,Hire Date,Department,Labels,Date of birth",
      "Anna,Muster,anna@b.test,01 Mar 2024,Sales,Remote; Night,1.3.31",
      "Bo,Muster,bo@b.test,45352,,,",
    ].join("\n"),
  );
  expect(rows).toEqual([
    {
      ...{ name: "Anna Muster", email: "anna@b.test", startDate: "2024-03-01", department: "Sales" },
      ...{ labels: ["Remote", "Night"], birthday: "1931-03-01" },
    },
    { name: "Bo Muster", email: "bo@b.test", startDate: "2024-03-01" },
  ]);
  expect(dates).toEqual(["01 Mar 2024", "1.3.31", "45352"]);
});

it("people: days of a leave type and working patterns, in our words and in other systems'", () => {
  const start = { email: "a@b.test", name: "A" };
  const week = [0, "FULL_DAY", "FULL_DAY", "FULL_DAY", "FULL_DAY", 0, 0];
  const given = { yearlyDays: 30, daysLeft: 12.5, workPattern: week };
  const files = [
    "Name;E-Mail;Tage im Jahr;Resttage von heute;Arbeitszeitmodell\nA;a@b.test;30;12,5;Mo-Do",
    "Name;E-Mail;Urlaubsanspruch;Resturlaub;Arbeitstage\nA;a@b.test;30 Tage;12,5 Tage;Mo, Di, Mi, Do",
    "Name,Email,Leave allowance,Allowance remaining,Schedule\nA,a@b.test,30 days,12.5,Mon-Thu",
    "Employee Name,Email,Total Leaves Allocated,Leave Balance,Working days\nA,a@b.test,30,12.5,Mon Tue Wed Thu",
  ];
  for (const file of files) {
    const { rows, ignored } = importOf("people", file);
    expect(rows).toEqual([{ ...start, ...given }]);
    expect(ignored).toEqual([]);
  }
  const { rows } = importOf(
    "people",
    "Name,Email,Leave type,Days a year,Days left today,Working pattern\nA,a@b.test,Vacation,25 hours,−2,Full-time\nA,a@b.test,,,,40 hours",
  );
  expect(rows).toEqual([
    { ...start, leaveType: "Vacation", yearlyDays: "25 hours", daysLeft: -2 },
    { ...start, workPattern: "40 hours" },
  ]);
});

it("opening balances", () => {
  const { rows } = importOf("openings", "Person;Leave type;Days;Date\na@b.test;Vacation;4,5;20.11.2026");
  expect(rows).toEqual([{ ...leave, days: 4.5, effectiveDate: "2026-11-20" }]);
});

it.each([
  ["startDate", "Entry date", "Hire date", "Start date", "Eintrittsdatum", "Date d'entrée", "Date d’entree"],
  ["startDate", "Fecha de ingreso", "Fecha de incorporacion", "Data de admissão", "Data de admissao"],
  ["yearlyDays", "Vacation days per year", "Annual leave", "Urlaubstage pro Jahr", "Jours de congé par an"],
  ["yearlyDays", "Días de vacaciones al año", "Dias de férias por ano"],
  ["workPattern", "Teilzeit", "Beschäftigungsgrad", "Beschaftigungsgrad", "Temps partiel", "Jornada", "FTE"],
  ["endDate", "Exit date", "Kündigungsdatum", "Fecha de salida"],
])("finds %s by the titles that companies have: %s, …", (field, ...titles) => {
  for (const title of titles) expect(columnsFor(layouts.people, [title]), title).toEqual({ [field]: 0 });
});

it("what a user says of a cell counts for each row with it, and for no other column", () => {
  const table = readText("Name;E-Mail;Teilzeit\n80 %;a@b.test;80 %\nB;b@b.test;Mo-Mi\nC;c@b.test;80 %");
  const mapping = columnsFor(layouts.people, table.header);
  const answered = withAnswers(table, mapping, "workPattern", new Map([["80 %", "Mo-Do"]]));
  const week = (days: number) =>
    Array.from({ length: 7 }, (_, day) => (day > 0 && day <= days ? "FULL_DAY" : 0));
  expect(rowsOfTable(layouts.people, answered, mapping, terms)).toEqual([
    { name: "80 %", email: "a@b.test", workPattern: week(4) },
    { name: "B", email: "b@b.test", workPattern: week(3) },
    { name: "C", email: "c@b.test", workPattern: week(4) },
  ]);
});
