import { paths } from "@/app/paths";
import { isCalendarDate } from "@/server/kernel/time/date-range";

/** The parameters of the page: the user, the date, and the leave type whose balance is explained. */
export interface Wanted {
  /** Null for the signed-in user. */
  user: string | null;
  /** `YYYY-MM-DD`; null for today. */
  asOf: string | null;
  /** A leave type; null for the first. */
  type: string | null;
}

/** Leave of closed days that is to be corrected. */
export interface Corrected {
  startDate: string;
  endDate: string;
  /** The days that it counts. */
  days: number;
}

type Asked = Record<"from" | "to" | "days", string | null>;

/** The closed days that an address wants to correct; undefined for none, and for what is no date. */
export function correctedOf({ from, to, days }: Asked): Corrected | undefined {
  if (from === null || to === null || !isCalendarDate(from) || !isCalendarDate(to)) return undefined;
  return { startDate: from, endDate: to, days: Number.isFinite(Number(days)) ? Number(days) : 0 };
}

export function addressOf({ user, asOf, type }: Wanted): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ user, asOf, type })) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${paths.balances}?${text}` : paths.balances;
}
