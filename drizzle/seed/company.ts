import type {
  CalendarStatus,
  LeaveUnit,
  NamesByLanguage,
  PayPeriod,
  QuotaReset,
  RolloverExpiry,
} from "@/drizzle/schema/values";
import { ontarianHolidays, type PublicHoliday, portugueseHolidays, serbianHolidays } from "./public-holidays";

export const companyName = "Meridian Maps";

export interface LocationPlan {
  name: string;
  timezone: string;
  isDefault: boolean;
  yearStart: string;
  firstDayOfWeek: number;
  workWeek: number[];
  hoursPerDay: number;
  quotaReset: QuotaReset;
  rolloverExpiry: RolloverExpiry | null;
  payPeriod: PayPeriod;
  holidays: (year: number) => PublicHoliday[];
}

export const locationKeys = ["belgrade", "lisbon", "toronto"] as const;
export type LocationKey = (typeof locationKeys)[number];

/** Every setting differs somewhere, so that the demo shows each of them in effect. */
export const locationPlans: Record<LocationKey, LocationPlan> = {
  belgrade: {
    name: "Belgrade",
    timezone: "Europe/Belgrade",
    isDefault: true,
    yearStart: "01-01",
    firstDayOfWeek: 1,
    workWeek: [1, 2, 3, 4, 5],
    hoursPerDay: 8,
    quotaReset: "ACCOUNTING_YEAR",
    rolloverExpiry: { type: "DATE", monthDay: "06-30" },
    payPeriod: { type: "MONTHLY", endsOn: 31 },
    holidays: serbianHolidays,
  },
  lisbon: {
    name: "Lisbon",
    timezone: "Europe/Lisbon",
    isDefault: false,
    yearStart: "04-01",
    firstDayOfWeek: 1,
    workWeek: [1, 2, 3, 4],
    hoursPerDay: 9,
    quotaReset: "ACCOUNTING_YEAR",
    rolloverExpiry: { type: "DAYS_AFTER_RESET", days: 90 },
    payPeriod: { type: "MONTHLY", endsOn: 20 },
    holidays: portugueseHolidays,
  },
  toronto: {
    name: "Toronto",
    timezone: "America/Toronto",
    isDefault: false,
    yearStart: "01-01",
    firstDayOfWeek: 0,
    workWeek: [1, 2, 3, 4, 5],
    hoursPerDay: 7.5,
    quotaReset: "EMPLOYMENT_DATE",
    rolloverExpiry: null,
    payPeriod: { type: "FORTNIGHTLY", endsOn: "2025-01-10" },
    holidays: ontarianHolidays,
  },
};

export const departmentKeys = [
  "operations",
  "engineering",
  "platform",
  "reliability",
  "apps",
  "product",
  "customers",
  "people",
] as const;
export type DepartmentKey = (typeof departmentKeys)[number];

export const departmentPlans: Record<DepartmentKey, { name: string; parent: DepartmentKey | null }> = {
  operations: { name: "Operations", parent: null },
  engineering: { name: "Engineering", parent: null },
  platform: { name: "Platform", parent: "engineering" },
  reliability: { name: "Site Reliability", parent: "platform" },
  apps: { name: "Web and Mobile", parent: "engineering" },
  product: { name: "Product and Design", parent: null },
  customers: { name: "Customer Success", parent: null },
  people: { name: "People and Finance", parent: "operations" },
};

export const defaultDepartment: DepartmentKey = "operations";

export const labelKeys = ["lead", "remote", "onCall", "firstAid", "mentor", "contractor"] as const;
export type LabelKey = (typeof labelKeys)[number];

export const labelPlans: Record<LabelKey, { name: string; color: string }> = {
  lead: { name: "Team lead", color: "7C3AED" },
  remote: { name: "Remote", color: "0891B2" },
  onCall: { name: "On call", color: "DC2626" },
  firstAid: { name: "First aider", color: "16A34A" },
  mentor: { name: "Mentor", color: "D97706" },
  contractor: { name: "Contractor", color: "64748B" },
};

export interface LeaveTypePlan {
  name: string;
  names: NamesByLanguage;
  color: string;
  calendarStatus: CalendarStatus;
  isPrivate?: boolean;
  interrupts?: boolean;
  interruptible?: boolean;
  unit?: LeaveUnit;
  wageCode?: string;
  isActive?: boolean;
}

export const leaveTypeKeys = [
  "vacation",
  "sick",
  "home",
  "inLieu",
  "training",
  "parental",
  "volunteering",
] as const;
export type LeaveTypeKey = (typeof leaveTypeKeys)[number];

export const leaveTypePlans: Record<LeaveTypeKey, LeaveTypePlan> = {
  vacation: {
    names: { de: "Urlaub", es: "Vacaciones", fr: "Congés payés", pt: "Férias" },
    ...{ name: "Paid leave", color: "2563EB", calendarStatus: "OUT_OF_OFFICE" },
    ...{ interruptible: true, wageCode: "1200" },
  },
  sick: {
    names: { de: "Krankheit", es: "Baja por enfermedad", fr: "Maladie", pt: "Baixa médica" },
    ...{ name: "Sick leave", color: "DC2626", calendarStatus: "OUT_OF_OFFICE" },
    ...{ isPrivate: true, interrupts: true, wageCode: "1310" },
  },
  home: {
    name: "Working from home",
    names: { de: "Homeoffice", es: "Teletrabajo", fr: "Télétravail", pt: "Teletrabalho" },
    color: "0D9488",
    calendarStatus: "WORKING_ELSEWHERE",
  },
  inLieu: {
    name: "Time off in lieu",
    names: {
      de: "Überstundenausgleich",
      es: "Horas compensadas",
      fr: "Récupération",
      pt: "Horas compensadas",
    },
    color: "9333EA",
    calendarStatus: "TENTATIVE",
    unit: "HOURS",
    wageCode: "1400",
  },
  training: {
    name: "Training and conferences",
    names: { de: "Weiterbildung", es: "Formación", fr: "Formation", pt: "Formação" },
    color: "CA8A04",
    calendarStatus: "BUSY",
  },
  parental: {
    name: "Parental leave",
    names: { de: "Elternzeit", es: "Permiso parental", fr: "Congé parental", pt: "Licença parental" },
    color: "DB2777",
    calendarStatus: "OUT_OF_OFFICE",
    wageCode: "1500",
  },
  volunteering: {
    name: "Volunteering",
    names: { de: "Ehrenamt", es: "Voluntariado", fr: "Bénévolat", pt: "Voluntariado" },
    color: "65A30D",
    calendarStatus: "FREE",
    isActive: false,
  },
};
