import { describe, expect, it } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files";

const isTest = ({ path: file }: SourceFile) => /\.test\.tsx?$|^server\/test\//.test(file);
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, "$1");
const shipped = sourceFiles(["app", "drizzle/schema", "server"])
  .filter((file) => !isTest(file))
  // Run manually, on their own data.
  .filter(({ path: file }) => !/^server\/(bench|cli)\//.test(file))
  .map(({ path, text }) => ({ path, text: code(text) }));

/** Without OAuth, whose private keys are others. */
const server = shipped.filter(({ path: file }) => /^server\/(access|api|jobs|modules)\//.test(file));

/** The files, or folders, where an idea stands, with the reason; each must still be needed. */
type Places = Readonly<Record<string, string>>;

const placeOf = (places: Places, file: string): string | undefined =>
  Object.keys(places).find((place) => (place.endsWith("/") ? file.startsWith(place) : file === place));

/** Files with the pattern outside these places, and places without it. */
function strayIn(files: readonly SourceFile[], pattern: RegExp, places: Places): string[] {
  const found = files.filter(({ text }) => pattern.test(text)).map(({ path: file }) => file);
  const used = new Set(found.map((file) => placeOf(places, file)));
  return [
    ...found.filter((file) => placeOf(places, file) === undefined),
    ...Object.keys(places).flatMap((place) => (used.has(place) ? [] : [`obsolete: ${place}`])),
  ];
}

/** The pattern in each of these texts, and in none of those. */
function expectFinds(pattern: RegExp, found: readonly string[], passed: readonly string[]): void {
  expect(found.filter((text) => !pattern.test(text))).toEqual([]);
  expect(passed.filter((text) => pattern.test(text))).toEqual([]);
}

describe("the names of leave types", () => {
  const columns = /\bleaveTypes\.names?\b/;

  it("are chosen by the reader's language in type-names alone (decision 18.46)", () => {
    expectFinds(
      columns,
      ["leaveTypes.name,", "leaveTypes.names }"],
      ["leaveTypes.nameKey", "typeNames.name"],
    );
    expect(
      strayIn(server, columns, {
        "server/modules/leave/type-names/name-in.ts": "chooses",
        "server/modules/integrations/payroll/read-leave-lines.ts": "a run has the one name (decision 18.49)",
        "server/modules/integrations/payroll/read-corrections.ts": "a run has the one name (decision 18.49)",
      }),
    ).toEqual([]);
  });
});

describe("private leave types", () => {
  const isPrivate = /\bisPrivate\b|\bis_private\b/;

  it("are decided about in leaves/see.ts alone", () => {
    expect(
      strayIn(server, isPrivate, {
        "server/modules/leave/requests/see.ts": "decides",
        "server/modules/leave/leave-types/": "the setting itself",
        "server/modules/leave/balances/read.ts":
          "below leaves: a balance has no status, and the rights over its person decide",
        "server/modules/leave/balances/read-explanation.ts": "reads the column for `isKnownType` of read.ts",
        "server/modules/leave/credits/store.ts": "reads the column for `isKnownType` of read.ts",
        "server/modules/leave/insights/find-days-away.ts":
          "reads the column for `reachesHiddenTypes` of see.ts",
        "server/modules/leave/feeds/find-feed-leave.ts": "a change of the setting changes the stamp",
        "server/modules/leave/feeds/icalendar.ts": "writes CLASS of an event",
        "server/modules/leave/mail/read-outcomes.ts": "reads the column for invitation.ts",
        "server/modules/leave/mail/invitation.ts":
          "hides the type in the owner's own calendar, whose readers are unknown",
        "server/modules/integrations/webhooks/sample-payload.ts": "a sample",
        "server/api/v1-records.ts": "v1 does not have the field",
      }),
    ).toEqual([]);
  });

  it("by facts that only leaves/see.ts reads", () => {
    const facts = /\b(?:isLocationAdmin|isApprover):/;
    expect(
      strayIn(
        server.filter(({ path: file }) => file.startsWith("server/modules/")),
        facts,
        { "server/modules/leave/requests/see.ts": "decides" },
      ),
    ).toEqual([]);
  });
});

describe("the days that leave touches", () => {
  // Up to the next column, and never across "or": leave outside a range is another question.
  const between = "(?:(?!\\bor\\b|\\|\\||;)[\\s\\S]){0,80}?";
  const first = "\\b(?:startDate|start_date)\\b[)}\\s]{0,3}";
  const last = "\\b(?:endDate|end_date)\\b[)}\\s]{0,3}";
  const startsBefore = `(?:${first}<=?(?!=)|(?<!=)>=?\\s*[\\w.]*${first}|\\blte?\\([\\w.]*startDate,)`;
  const endsAfter = `(?:${last}>=?|<=?\\s*(?:dayNumber\\()?[\\w.]*${last}|\\bgte?\\([\\w.]*endDate,)`;
  const touches = new RegExp(
    `daterange\\(|${startsBefore}${between}${endsAfter}|${endsAfter}${between}${startsBefore}|\\bbetween ${between}${last}`,
  );

  it("are found in every form", () => {
    expectFinds(
      touches,
      [
        "sql`daterange({leaves.startDate}, {leaves.endDate}, '[]') && {days}`",
        "sql`{leaves.startDate} <= {to}::date`, sql`{leaves.endDate} >= {from}::date`",
        'l.start_date <= given."endDate" and l.end_date >= given."startDate"',
        "and(lte(leaves.startDate, endDate), gte(leaves.endDate, startDate))",
        "({ startDate, endDate }) => startDate <= to && endDate >= from",
        "dayNumber(leave.startDate) <= day && day <= dayNumber(leave.endDate)",
        "leave.endDate >= from && leave.startDate <= to",
        "date >= row.startDate && date <= row.endDate",
      ],
      [
        "startDate <= endDate",
        "sql`({leaves.startDate} < {first}::date or {leaves.endDate} > {last}::date)`",
        "and(gte(leaves.endDate, today), isInEffect(leaves.status))",
      ],
    );
  });

  it("are decided in leaves/away.ts and kernel/date-range.ts alone", () => {
    expect(
      strayIn(shipped, touches, {
        "server/modules/leave/calendars/away.ts": "decides in SQL",
        "server/kernel/time/date-range.ts": "decides in memory",
        "server/modules/leave/balances/store.ts":
          "below leaves: the segments between the cuts of a balance, without the last day",
        "server/modules/leave/balances/find-charges-of-many.ts": "the same for many people",
        "server/access/stand-ins.ts": "the days of a delegation",
      }),
    ).toEqual([]);
  });
});

describe("the statuses of leave in effect", () => {
  const [open, approved] = ["[\"']OPEN[\"']", "[\"']APPROVED[\"']"];
  // Longer lists are others: the answers to a request, every status.
  const alone = "(?!\\s*[,|]\\s*[\"'][A-Z])";
  const joint = `[)\\s]*(?:[,|]|(?:\\|\\||&&|,|\\bor\\b)[\\w\\s.(),!=$\\{}]{0,40}?)\\s*`;
  const both = new RegExp(`${open}${joint}${approved}${alone}|${approved}${joint}${open}${alone}`);

  it("are found in every form", () => {
    expectFinds(
      both,
      [
        "sql`{leaves.status} in ('OPEN', 'APPROVED')`",
        'status: "OPEN" | "APPROVED";',
        'z.enum(["APPROVED", "OPEN"])',
        'status === "OPEN" || status === "APPROVED"',
        'status !== "OPEN" && status !== "APPROVED"',
        'or(eq(leaves.status, "OPEN"), eq(leaves.status, "APPROVED"))',
      ],
      ['["OPEN", "APPROVED", "DENIED"]', 'status === "OPEN" ? "OPEN" : "APPROVED"'],
    );
  });

  it("stand in drizzle/schema/values.ts alone", () => {
    expect(
      strayIn(shipped, both, {
        "drizzle/schema/values.ts": "names them",
        "server/modules/integrations/webhooks/sample-payload.ts": "samples of a status and the one before",
      }),
    ).toEqual([]);
  });

  it("and the condition for approved leave in leaves/away.ts alone", () => {
    const isApproved = /\bstatus\}? = 'APPROVED'|\beq\(leaves\.status, "APPROVED"\)/;
    expectFinds(
      isApproved,
      ["{leaves.status} = 'APPROVED'", "l.status = 'APPROVED'", 'eq(leaves.status, "APPROVED")'],
      [],
    );
    expect(
      strayIn(shipped, isApproved, {
        "server/modules/leave/calendars/away.ts": "names it",
        "server/modules/leave/calendars/read-employee.ts": "of credits",
        "server/modules/leave/requests/import-leaves.ts": "the status of a row to insert",
      }),
    ).toEqual([]);
  });
});
