import { useTranslations } from "next-intl";
import type { Reading } from "@/app/_kit/form/read-by";
import {
  minutesOfText,
  type PatternInput,
  type PatternValues,
  patternOf,
} from "@/app/(app)/dashboard/(team)/people/patterns";
import { usePatternWords } from "@/app/(app)/dashboard/(team)/people/use-pattern-words";
import { isCalendarDate } from "@/server/kernel/time/date-range";

/** Returns the pattern in the form, or its faults. */
export function usePatternReading() {
  const t = useTranslations("people.pattern.add.faults");
  const { dayName } = usePatternWords();
  return (values: PatternValues): Reading<PatternInput> => {
    const pattern = patternOf(values);
    if (pattern) return { output: pattern };
    const faults = isCalendarDate(values.from) ? [] : [{ path: "from", message: t("from") }];
    if (values.kind === "location") return { faults };
    const shown = values.hours.map((day) => day.slice(0, values.kind === "two" ? 2 : 1));
    const wrong = shown.findIndex((day) => day.some((text) => minutesOfText(text) === null));
    if (wrong >= 0) faults.push({ path: "hours", message: t("hours", { day: dayName(wrong, "long") }) });
    else if (shown.flat().every((text) => minutesOfText(text) === 0))
      faults.push({ path: "hours", message: t("empty") });
    return { faults };
  };
}
