"use client";

import { useFormatter } from "next-intl";
import type { Weekday } from "@/drizzle/schema/values";

/** Names of the weekdays in the user's language; 0 is Sunday. */
export function useDayNames(): (day: Weekday, form?: "long" | "short") => string {
  const format = useFormatter();
  return (day, form = "long") =>
    // 4 January 1970 was a Sunday.
    format.dateTime(new Date(Date.UTC(1970, 0, 4 + day)), { weekday: form, timeZone: "UTC" });
}
