"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { Column } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import type { DayRange } from "@/app/(app)/dashboard/(team)/wallchart/use-marked-days";

type Props = {
  columns: readonly Column[];
  /** The selected columns. */
  range: DayRange | null;
  by: "mouse" | "touch" | "keys";
  onCancel: () => void;
};

/** The dates that are selected in the user's own row, and how to go on. */
export function ChosenDays({ columns, range, by, onCancel }: Props) {
  const t = useTranslations("wallchart.chosen");
  const dates = useLeaveDates();
  const days = range ? columns.slice(range[0] - 1, range[1]).flatMap((column) => column.days) : [];
  const [startDate = "", endDate = startDate] = [days[0], days.at(-1)];
  const words = days.length > 0 ? t(by, { dates: dates({ startDate, endDate }), days: days.length }) : "";
  return (
    // Always there: screen readers announce what changes in it.
    <div className="wc-chosen" data-shown={words ? true : undefined}>
      <p role="status">{words}</p>
      {by === "touch" && words ? (
        <Button size="sm" onClick={onCancel}>
          {t("cancel")}
        </Button>
      ) : null}
    </div>
  );
}
