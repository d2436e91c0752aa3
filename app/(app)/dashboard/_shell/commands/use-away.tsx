import { CalendarRange } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { dateWithin } from "@/app/_kit/ui/typed-date";
import type { Command } from "@/app/(app)/dashboard/_shell/commands/command";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";
import { paths } from "@/app/paths";
import { evenDate } from "@/server/kernel/time/even-date";

/** Absences on the typed date; today by default. */
export function useAway(text: string): Command {
  const t = useTranslations("shell.commands");
  const format = useFormatter();
  const locale = useLocale();
  const go = useGo();
  const now = new Date();
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  const date = dateWithin(text, { today, locales: [locale] });
  const day = (at: string) =>
    evenDate(
      format.dateTime(new Date(at), {
        ...{ timeZone: "UTC", weekday: "short", day: "numeric", month: "short", year: "numeric" },
      }),
      locale,
    );
  return {
    id: "away",
    label: date ? t("awayOn", { date: day(date) }) : t("awayToday"),
    // Matches the typed text, which was already parsed as a date.
    words: date ? text : t("awayWords"),
    icon: <CalendarRange aria-hidden />,
    ...go(`${paths.wallchart}?view=week&on=${date ?? today}`),
  };
}
