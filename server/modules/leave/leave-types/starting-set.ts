import type { CalendarStatus, PageLanguage } from "@/drizzle/schema/values";
import type { LeavePolicyInput } from "./schema";

/** The usual leave types of a company. */
export const startingTypes = ["vacation", "sick", "family", "parental", "unpaid", "remote"] as const;
export type StartingType = (typeof startingTypes)[number];

/** What they are called in each language: data of the workspace once they are made, and so no words of the product. */
export const startingNames: Record<StartingType, Record<PageLanguage, string>> = {
  vacation: { en: "Vacation", de: "Urlaub", es: "Vacaciones", fr: "Congés payés", pt: "Férias" },
  sick: { en: "Sick leave", de: "Krankheit", es: "Baja por enfermedad", fr: "Maladie", pt: "Baixa médica" },
  family: {
    en: "Family leave",
    de: "Familie",
    es: "Permiso familiar",
    fr: "Événement familial",
    pt: "Assistência à família",
  },
  parental: {
    en: "Parental leave",
    de: "Elternzeit",
    es: "Permiso parental",
    fr: "Congé parental",
    pt: "Licença parental",
  },
  unpaid: {
    en: "Unpaid leave",
    de: "Unbezahlter Urlaub",
    es: "Permiso no retribuido",
    fr: "Congé sans solde",
    pt: "Licença sem vencimento",
  },
  remote: {
    en: "Remote work",
    de: "Mobiles Arbeiten",
    es: "Teletrabajo",
    fr: "Télétravail",
    pt: "Teletrabalho",
  },
};

export interface StartingLeaveType {
  color: string;
  calendarStatus: CalendarStatus;
  isPrivate: boolean;
  /** Sick days in a vacation come back: settings of both. */
  interrupts?: boolean;
  interruptible?: boolean;
  /** False for days of work, which no payroll lists. */
  isInPayroll?: boolean;
  /** Whether most companies in that country have it; the others are offered, too. */
  isUsual: boolean;
  policy: Omit<LeavePolicyInput, "locationId">;
}

const asked = { approvalRequired: true, unlimited: true, shortestDuration: "HALF_DAY" } as const;
const withoutApproval = { ...asked, approvalRequired: false } as const;

const away = { calendarStatus: "OUT_OF_OFFICE", isPrivate: false } as const;

const others: Record<Exclude<StartingType, "vacation">, StartingLeaveType> = {
  sick: {
    ...away,
    color: "D92D20",
    isPrivate: true,
    interrupts: true,
    isUsual: true,
    policy: withoutApproval,
  },
  family: { ...away, color: "7A5AF8", isUsual: true, policy: { ...asked, reasonRequired: true } },
  parental: { ...away, color: "0E9384", isUsual: true, policy: { ...asked, shortestDuration: "FULL_DAY" } },
  unpaid: { ...away, color: "667085", isUsual: true, policy: asked },
  remote: {
    ...away,
    color: "CA8504",
    calendarStatus: "WORKING_ELSEWHERE",
    isInPayroll: false,
    isUsual: false,
    policy: withoutApproval,
  },
};

interface Country {
  /** Working days a year in a five-day week. */
  vacationDays: number;
  /** Whether the number is required by law; otherwise it is the usual one there. */
  isLaw: boolean;
  /** The maximum carry-over into the next year. */
  carriedOver: number;
}

const byLaw = (vacationDays: number, carriedOver = 5): Country => ({
  vacationDays,
  isLaw: true,
  carriedOver,
});
const byCustom = (vacationDays: number, carriedOver = 5): Country => ({
  ...byLaw(vacationDays, carriedOver),
  isLaw: false,
});

/**
 * The proposed vacation by ISO 3166-1 code: the legal minimum of a country in the first year, in days of a five-day week. It is a starting
 * point to change, not legal advice.
 */
export const startingCountries: Readonly<Record<string, Country>> = {
  AT: byLaw(25),
  AU: byLaw(20),
  BE: byLaw(20, 0),
  BG: byLaw(20),
  BR: byLaw(22),
  CA: byLaw(10),
  CH: byLaw(20),
  CY: byLaw(20),
  CZ: byLaw(20),
  DE: byLaw(20),
  DK: byLaw(25),
  EE: byLaw(20),
  ES: byLaw(22),
  FI: byLaw(20),
  FR: byLaw(25),
  GB: byLaw(20),
  GR: byLaw(20),
  HR: byLaw(20),
  HU: byLaw(20),
  IE: byLaw(20),
  IN: byCustom(18),
  IT: byLaw(20, 10),
  JP: byLaw(10, 10),
  LT: byLaw(20),
  LU: byLaw(26),
  LV: byLaw(20),
  MX: byLaw(12),
  NL: byLaw(20),
  NO: byLaw(21, 10),
  NZ: byLaw(20),
  PL: byLaw(20),
  PT: byLaw(22),
  RO: byLaw(20),
  RS: byLaw(20),
  SE: byLaw(25),
  SG: byCustom(14),
  SI: byLaw(20),
  SK: byLaw(20),
  US: byCustom(15),
  ZA: byLaw(15),
};

const elsewhere = byCustom(20);

/** The proposal for a company in a country; nothing is written until a user has reviewed it. */
export function startingSet(country: string): {
  isLaw: boolean;
  types: Record<StartingType, StartingLeaveType>;
} {
  const { vacationDays, isLaw, carriedOver } = startingCountries[country] ?? elsewhere;
  const vacation: StartingLeaveType = {
    ...away,
    color: "1570EF",
    interruptible: true,
    isUsual: true,
    policy: {
      approvalRequired: true,
      yearlyQuota: vacationDays,
      // A year that is not worked whole gives whole days for its whole months (decision 16.34).
      firstYear: "BY_MONTH",
      quotaRounding: "UP",
      shortestDuration: "HALF_DAY",
      ...(carriedOver > 0 ? { rollover: "LIMITED", rolloverMaximum: carriedOver } : { rollover: "NONE" }),
    },
  };
  return { isLaw, types: { vacation, ...others } };
}
