import type { KeyboardEvent } from "react";
import { type DateText, daysLater, monthsLater, weekdayOf } from "@/app/_kit/ui/date-text";

/** The day that a key leads to from a day in a grid of days; null for a key that leads nowhere. */
export function dateAfterKey(
  { key, shiftKey, currentTarget }: Pick<KeyboardEvent, "key" | "shiftKey" | "currentTarget">,
  date: DateText,
  firstDayOfWeek: number,
): DateText | null {
  const forward = currentTarget.matches(":dir(rtl)") ? -1 : 1;
  const inWeek = (weekdayOf(date) - firstDayOfWeek + 7) % 7;
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case "ArrowLeft":
      return daysLater(date, -forward);
    case "ArrowRight":
      return daysLater(date, forward);
    case "ArrowUp":
      return daysLater(date, -7);
    case "ArrowDown":
      return daysLater(date, 7);
    case "Home":
      return daysLater(date, -inWeek);
    case "End":
      return daysLater(date, 6 - inWeek);
    case "PageUp":
      return monthsLater(date, -months);
    case "PageDown":
      return monthsLater(date, months);
    default:
      return null;
  }
}
