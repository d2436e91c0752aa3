import { timeOfDay } from "@/app/_kit/ui/clock-time";
import {
  isAddress,
  nameFault,
  scheduleFaults,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { clockText } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import type {
  ReportListed,
  ReportTerms,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import type { ReportFormat, ReportFrequency, ReportType } from "@/drizzle/schema/values";

/** The form values of every frequency. */
export interface ReportValues {
  name: string;
  reportType: ReportType;
  format: ReportFormat;
  frequency: ReportFrequency;
  timezone: string;
  /** "09:00"; empty if unset. */
  time: string;
  sendOnDays: number[];
  day: number;
  /** "1" to "28", or "LAST". */
  dayOfMonth: string;
  recipients: string[];
  /** An address that is typed but not added yet. */
  typed: string;
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  /** How the file of a payroll run is written; empty for the usual columns. */
  payrollTemplateId: string;
}

/** The initial form. */
export const emptyReport = (timezone: string): ReportValues => ({
  name: "",
  reportType: "WHO_IS_AWAY",
  format: "XLSX",
  frequency: "WEEKLY",
  timezone,
  time: "09:00",
  sendOnDays: [1, 2, 3, 4, 5],
  day: 1,
  dayOfMonth: "1",
  recipients: [],
  typed: "",
  locationIds: [],
  departmentIds: [],
  labelIds: [],
  payrollTemplateId: "",
});

/** The values of another content. A payroll run has everyone at one location, and its template writes the CSV file. */
export function withContent(
  values: ReportValues,
  reportType: ReportType,
  payroll: ReportTerms["payroll"],
): Partial<ReportValues> {
  if (reportType !== "PAYROLL_RUN") return { reportType };
  const { format, locationIds } = values;
  const chosen = payroll.locations.find(({ id }) => locationIds.includes(id)) ?? payroll.locations[0];
  return {
    reportType,
    format: format === "CSV_SEMICOLON" ? "CSV" : format,
    locationIds: chosen ? [chosen.id] : [],
    departmentIds: [],
    labelIds: [],
  };
}

/** The form of a stored report. Fields that its frequency lacks have their default, in case the frequency changes. */
export const filledReport = (stored: ReportListed): ReportValues => ({
  ...emptyReport(stored.timezone),
  name: stored.name,
  reportType: stored.reportType,
  format: stored.format,
  frequency: stored.frequency,
  time: clockText(stored),
  ...("sendOnDays" in stored && stored.sendOnDays ? { sendOnDays: [...stored.sendOnDays] } : {}),
  ...("day" in stored && typeof stored.day === "number" ? { day: stored.day } : {}),
  ...("dayOfMonth" in stored ? { dayOfMonth: String(stored.dayOfMonth) } : {}),
  recipients: [...stored.recipients],
  locationIds: [...stored.locationIds],
  departmentIds: [...stored.departmentIds],
  labelIds: [...stored.labelIds],
  payrollTemplateId: stored.payrollTemplateId ?? "",
});

function rhythmOf({ frequency, sendOnDays, day, dayOfMonth }: ReportValues) {
  switch (frequency) {
    case "DAILY":
      return { frequency, sendOnDays: [...sendOnDays].sort((a, b) => a - b) };
    case "WEEKLY":
      return { frequency, day };
    case "MONTHLY":
      return { frequency, dayOfMonth: dayOfMonth === "LAST" ? ("LAST" as const) : Number(dayOfMonth) };
  }
}

/** The schedule alone, in the API's format. */
export function scheduleOf(values: ReportValues) {
  const [hour, minute] = (timeOfDay(values.time) ?? "").split(":").map(Number);
  return { ...rhythmOf(values), timezone: values.timezone, hour: hour ?? 0, minute: minute ?? 0 };
}

/** The API's request body: only the fields of the chosen frequency. */
export const reportOf = (values: ReportValues) => ({
  ...scheduleOf(values),
  name: values.name.trim(),
  reportType: values.reportType,
  format: values.format,
  recipients: values.recipients,
  locationIds: values.locationIds,
  departmentIds: values.departmentIds,
  labelIds: values.labelIds,
  payrollTemplateId: (values.reportType === "PAYROLL_RUN" && values.payrollTemplateId) || null,
});

type NameFaultKey = NonNullable<ReturnType<typeof nameFault>>;
/** A fault with its message key. */
type Fault =
  | { path: "name"; key: NameFaultKey }
  | ReturnType<typeof scheduleFaults>[number]
  | { path: "locationIds"; key: "locations" | "payrollLocation" }
  | { path: "recipients"; key: "address" | "addresses" };

/** Obvious faults, in the order of the page. @param mustName whether locations are required: for location admins */
export function faultsOf(values: ReportValues, mustName: boolean): Fault[] {
  const name = nameFault(values.name);
  const { recipients, typed, locationIds } = values;
  const addresses: Fault[] =
    typed.trim() !== "" || !recipients.every(isAddress)
      ? [{ path: "recipients", key: "address" }]
      : recipients.length === 0
        ? [{ path: "recipients", key: "addresses" }]
        : [];
  return [
    ...(name ? [{ path: "name" as const, key: name }] : []),
    ...scheduleFaults(values),
    ...(values.reportType === "PAYROLL_RUN"
      ? locationIds.length === 1
        ? []
        : [{ path: "locationIds" as const, key: "payrollLocation" as const }]
      : mustName && locationIds.length === 0
        ? [{ path: "locationIds" as const, key: "locations" as const }]
        : []),
    ...addresses,
  ];
}

const own = [
  "name",
  "reportType",
  "format",
  "frequency",
  "timezone",
  "sendOnDays",
  "day",
  "dayOfMonth",
  "payrollTemplateId",
] as const;
const lists = ["recipients", "locationIds", "departmentIds", "labelIds"] as const;

/** The form field for a path in an API error; null when there is none. */
export function fieldOf(path: string): keyof ReportValues | null {
  const [first = ""] = path.split(".");
  if (first === "hour" || first === "minute") return "time";
  return [...own, ...lists].find((name) => name === first) ?? null;
}
