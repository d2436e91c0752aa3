import { type Components, componentOf, type JsonSchema, resolve, shapesOf, withoutNull } from "./json-schema";

/** Realistic values, by the start of the component's name and the field. The first match counts. */
const byField: readonly [component: string, field: string, value: unknown][] = [
  ["NotificationPatch", "enabled", false],
  ["ScheduledReportPatch", "enabled", false],
  ["DailyScheduled", "name", "Leave requests"],
  ["Department", "name", "Engineering"],
  ["Location", "name", "Belgrade"],
  ["Label", "name", "Remote"],
  ["LeaveType", "name", "Vacation"],
  ["HolidayImportResult", "addedCount", 1],
  ["HolidayProposals", "countries", [{ code: "DE", name: "Germany" }]],
  ["HolidayProposals", "states", [{ code: "BY", name: "Bavaria" }]],
  ["HolidayProposals", "languages", ["de"]],
  ["Holiday", "name", "Republic Day"],
  ["User", "name", "Ana Ilić"],
  ["ExpandedUser", "name", "Ana Ilić"],
  ["User", "labels", ["Remote"]],
  ["ExpandedUser", "labels", ["Remote"]],
  ["User", "employeeId", "E-7"],
  ["ExpandedUser", "employeeId", "E-7"],
  ["User", "startDate", "2024-02-01"],
  ["ExpandedUser", "startDate", "2024-02-01"],
  ["LeaveImport", "rows", [importedLeave()]],
  [
    "UserImportResult",
    "rows",
    [{ row: 0, status: "created", id: "user-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e70" }],
  ],
  ["UserImportResult", "created", { locations: [], departments: ["Engineering"], labels: [] }],
  ["UserImportResult", "missing", { locations: [], departments: [], labels: [] }],
  ["UserImportResult", "set", { yearlyDays: 1, daysLeft: 1, workPatterns: 1 }],
  ["UserImport", "rows", [importedUser()]],
  ["OpeningImport", "rows", [importedOpening()]],
  ["LeavePatch", "endDate", "2026-12-04"],
  ["LeaveDecision", "reason", "Too many people are away that week."],
  ["Leave", "approverId", "user-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e70"],
  ["ExpandedLeave", "approverId", "user-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e70"],
  ["Leave", "approvedLevel", 1],
  ["ExpandedLeave", "approvedLevel", 1],
  ["Leave", "status", "APPROVED"],
  ["ExpandedLeave", "status", "APPROVED"],
  ["LeavePolicyEffect", "peopleCount", 12],
  ["LeavePolicyEffect", "comingLeaveCount", 7],
  ["LeavePolicy", "yearlyQuota", 25],
  ["Balance", "quota", 25],
  ["Balance", "accrued", 25],
  ["BalanceExplanationLine", "days", -2],
  ["BalanceExplanationLine", "kind", "TAKEN"],
  ["BalanceExplanationLine", "balanceAfter", 13],
  ["Balance", "adjusted", 1],
  ["Balance", "carriedOver", 3],
  ["Balance", "carriedOverExpiresAt", "2026-03-31"],
  ["Balance", "taken", 12],
  ["Balance", "scheduled", 2],
  ["Balance", "pending", 1],
  ["Balance", "remaining", 14],
  ["WorkPattern", "minutes", [[0], [480], [480], [480], [480], [240], [0]]],
  ["CreatedWorkPattern", "minutes", [[0], [480], [480], [480], [480], [240], [0]]],
  ["RecountedLeave", "workingDaysBefore", 5],
  ["RecountedLeave", "workingDaysAfter", 4.5],
  ["Delegation", "standInId", "user-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e70"],
  ["Delegation", "status", "ACTIVE"],
  ["Delegation", "endDate", "2026-11-27"],
  ["Webhook", "url", "https://hooks.example.com/leave"],
  ["Webhook", "events", ["leave.approved", "leave.cancelled"]],
  ["Webhook", "description", "Payroll"],
  ["Operation", "status", "SUCCEEDED"],
  ["Operation", "result", { status: 201, body: { data: {} } }],
  ["Operation", "completedAt", "2026-11-20T20:00:01.500Z"],
  ["NotificationOccurrence", "status", "sent"],
  ["NotificationOccurrence", "sentAt", "2026-11-20T20:00:01.500Z"],
  ["ReportOccurrence", "status", "sent"],
  ["ReportOccurrence", "sentAt", "2026-11-20T20:00:01.500Z"],
  ["EventLeave", "isFullDayLeave", true],
  ["Daily", "name", "Morning overview"],
  ["Leave", "isFullDayLeave", true],
  ["ExpandedLeave", "isFullDayLeave", true],
  ["LeaveType", "isActive", true],
  ["LeavePolicy", "approvalRequired", true],
  ["Daily", "enabled", true],
  ["", "createdCount", 1],
  ["", "workWeek", [1, 2, 3, 4, 5]],
  ["", "sendOnDays", [1, 2, 3, 4, 5]],
  ["", "hoursPerDay", 8],
  ["", "firstDayOfWeek", 1],
  ["", "hour", 9],
  ["", "timezone", "Europe/Belgrade"],
  ["", "email", "ana@example.com"],
  [
    "ReportOccurrence",
    "recipients",
    [
      {
        address: "payroll@example.com",
        status: "sent",
        sentAt: "2026-11-20T20:00:01.500Z",
        mayBeDuplicate: false,
        error: null,
        errorDetail: null,
      },
    ],
  ],
  ["", "recipients", ["payroll@example.com"]],
  ["", "addresses", ["team@example.com"]],
  ["", "color", "3b82f6"],
  ["", "messageId", "msg_01KAHJ3N5T7W9Y1B3D5F7H9K1M"],
  [
    "",
    "requestBody",
    '{"id":"msg_01KAHJ3N5T7W9Y1B3D5F7H9K1M","type":"webhook.test","timestamp":"2026-11-20T20:00:00.000Z","data":{"webhookId":"webhook-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f"}}',
  ],
  [
    "",
    "requestHeaders",
    { "content-type": "application/json", "webhook-id": "msg_01KAHJ3N5T7W9Y1B3D5F7H9K1M" },
  ],
  ["", "durationMs", 143],
  ["", "httpStatus", 204],
  ["", "attempts", 1],
  ["", "attemptedAt", "2026-11-20T20:00:00.120Z"],
  ["", "durationCalendarDays", 1],
  ["", "durationWorkingDays", 1],
  ["", "userCount", 12],
  ["", "year", { start: "2026-01-01", end: "2026-12-31" }],
];

function importedUser() {
  return {
    name: "Ana Ilić",
    email: "ana@example.com",
    location: "Belgrade",
    department: "Engineering",
    startDate: "2024-02-01",
    yearlyDays: 30,
    daysLeft: 12.5,
    workPattern: [0, "FULL_DAY", "FULL_DAY", "FULL_DAY", "FULL_DAY", "HALF_DAY", 0],
  };
}

function importedLeave() {
  return { user: "ana@example.com", leaveType: "Vacation", startDate: "2026-12-03", endDate: "2026-12-04" };
}

function importedOpening() {
  return {
    user: "ana@example.com",
    leaveType: "Vacation",
    days: 4.5,
    effectiveDate: "2026-12-01",
    note: "Left from the year before",
  };
}

interface At {
  components: Components;
  /** Name of the component that the field belongs to. */
  component: string;
  field: string;
  /** An answer shows every field that is always present; a request the required ones. */
  of: "request" | "answer";
}

const known = ({ component, field }: At) =>
  byField.find(([start, name]) => name === field && component.startsWith(start));

function textOf({ format, minLength }: JsonSchema): string {
  if (format === "date") return "2026-11-20";
  if (format === "date-time") return "2026-11-20T20:00:00.000Z";
  if (format === "email") return "ana@example.com";
  return minLength ? "text" : "";
}

function numberOf({ minimum, exclusiveMinimum }: JsonSchema): number {
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) return minimum;
  return exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1;
}

/** How many fields a body without required fields shows. */
const shownOfMany = 1;

function shownFields({ properties = {}, required = [], anyOf }: JsonSchema, at: At): string[] {
  if (required.length > 0 || at.of === "answer") return required;
  const together = anyOf?.at(-1)?.required;
  if (together) return together;
  const names = Object.keys(properties);
  const telling = names.filter((field) => known({ ...at, field })?.[0] === at.component);
  return (telling.length > 0 ? telling : names).slice(0, shownOfMany);
}

function objectOf(schema: JsonSchema, at: At): object {
  return Object.fromEntries(
    shownFields(schema, at).map((field) => [
      field,
      sampled(schema.properties?.[field] ?? {}, { ...at, field }),
    ]),
  );
}

function sampled(given: JsonSchema, at: At): unknown {
  const hint = known(at);
  if (hint && at.field) return hint[2];
  const component = componentOf(given) ?? at.component;
  const { schema, isNullable } = withoutNull(given, at.components);
  // Nullable values are mostly null; the table shows the alternatives.
  if (isNullable && !componentOf(given)) return at.of === "answer" ? null : sampled(schema, at);
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  return shapeOf(schema, { ...at, component: componentOf(given) ? component : at.component, field: "" });
}

function shapeOf(schema: JsonSchema, at: At): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined && typeof schema.default !== "object") return schema.default;
  const [shape = schema] = shapesOf(schema, at.components);
  if (shape !== schema && (schema.oneOf || schema.anyOf)) return sampled(shape, namedAs(schema, at));
  switch (schema.type) {
    case "array":
      return schema.items ? [sampled(schema.items, at)] : [];
    case "object":
      return objectOf(schema, at);
    case "boolean":
      return false;
    case "integer":
    case "number":
      return numberOf(schema);
    case "string":
      return textOf(schema);
    default:
      return {};
  }
}

/** The first shape's own name, for its values. */
function namedAs({ oneOf, anyOf }: JsonSchema, at: At): At {
  const name = componentOf((oneOf ?? anyOf)?.[0] ?? {});
  return name ? { ...at, component: name } : at;
}

/** A value that the schema allows, as a reader would write it. */
export function sampleOf(schema: JsonSchema, components: Components, of: At["of"]): unknown {
  return sampled(schema, { components, component: componentOf(schema) ?? "", field: "", of });
}

/** A parameter's value as text; undefined without a meaningful example. */
export function sampleParameter(schema: JsonSchema, components: Components): string | undefined {
  const [example] = resolve(schema, components).examples ?? [];
  return example === undefined ? undefined : String(example);
}
