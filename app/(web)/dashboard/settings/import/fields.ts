/** What can be imported. */
export const importKinds = ["people", "leaves", "openings"] as const;
export type ImportKind = (typeof importKinds)[number];

interface ImportField {
  name: string;
  isRequired?: boolean;
  isDate?: boolean;
  /** What spreadsheets call it, in small letters without anything but letters. */
  known: readonly string[];
}

const person: ImportField = {
  name: "user",
  isRequired: true,
  known: [
    ...["email", "user", "person", "employee", "mail", "mitarbeiter", "emailaddress", "mailadresse"],
    ...["employeeid", "personalnummer", "staffid", "staffnumber"],
  ],
};
const leaveType: ImportField = {
  name: "leaveType",
  isRequired: true,
  known: ["leavetype", "type", "reasoncode", "art", "abwesenheitsart"],
};

/** What a row of each kind can say. */
export const importFields: Record<ImportKind, readonly ImportField[]> = {
  people: [
    { name: "name", isRequired: true, known: ["name", "fullname", "employee", "person", "mitarbeiter"] },
    {
      name: "email",
      isRequired: true,
      known: ["email", "mail", "emailaddress", "mailadresse", "emailadresse"],
    },
    { name: "location", known: ["location", "office", "site", "standort", "ort"] },
    { name: "department", known: ["department", "team", "abteilung"] },
    { name: "labels", known: ["labels", "label", "tags"] },
    { name: "employeeId", known: ["employeeid", "id", "number", "personalnummer", "staffid", "staffnumber"] },
    {
      name: "startDate",
      isDate: true,
      known: [
        "startdate",
        "start",
        "hiredate",
        "firstdayofwork",
        "eintritt",
        "eintrittsdatum",
        "ersterarbeitstag",
      ],
    },
    {
      name: "endDate",
      isDate: true,
      known: [
        "enddate",
        "end",
        "leavingdate",
        "lastdayofwork",
        "austritt",
        "austrittsdatum",
        "letzterarbeitstag",
      ],
    },
    {
      name: "birthday",
      isDate: true,
      known: ["birthday", "dateofbirth", "birthdate", "geburtstag", "geburtsdatum"],
    },
  ],
  leaves: [
    person,
    leaveType,
    {
      name: "startDate",
      isRequired: true,
      isDate: true,
      known: ["startdate", "start", "from", "von", "beginn"],
    },
    {
      name: "endDate",
      isRequired: true,
      isDate: true,
      known: ["enddate", "end", "to", "until", "bis", "ende"],
    },
    { name: "startTime", known: ["starttime", "fromtime", "startzeit"] },
    { name: "endTime", known: ["endtime", "totime", "endzeit"] },
    { name: "reason", known: ["reason", "note", "comment", "notes", "grund", "kommentar"] },
  ],
  openings: [
    person,
    leaveType,
    {
      name: "days",
      isRequired: true,
      known: ["days", "balance", "openingbalance", "remaining", "tage", "resturlaub", "guthaben", "rest"],
    },
    {
      name: "effectiveDate",
      isRequired: true,
      isDate: true,
      known: ["date", "effectivedate", "from", "asof", "datum", "ab", "stichtag", "von"],
    },
    { name: "note", known: ["note", "reason", "comment", "notes", "notiz", "grund", "kommentar"] },
  ],
};

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/**
 * Which column says what: by what was chosen for such a column before, else by its name.
 * @param titleOf what the page calls a field: so may the spreadsheet
 */
export function columnsFor(
  kind: ImportKind,
  header: readonly string[],
  remembered: Readonly<Record<string, string>>,
  titleOf: (field: string) => string,
): Record<string, number> {
  const chosen: Record<string, number> = {};
  const free = new Set(header.keys());
  const take = (field: string, column: number) => {
    if (column < 0 || !free.delete(column)) return;
    chosen[field] = column;
  };
  for (const { name } of importFields[kind])
    take(
      name,
      header.findIndex((title) => remembered[title] === name),
    );
  const isNamed = (title: string, names: readonly string[]) => names.includes(lettersOf(title));
  for (const { name, known } of importFields[kind])
    if (chosen[name] === undefined)
      take(
        name,
        header.findIndex((title, at) => free.has(at) && isNamed(title, [...known, lettersOf(titleOf(name))])),
      );
  return chosen;
}
