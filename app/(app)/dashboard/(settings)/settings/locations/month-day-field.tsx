"use client";

import { useTranslations } from "next-intl";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Select } from "@/app/_kit/ui/select";
import { useCalendarWords } from "@/app/(app)/dashboard/(settings)/settings/locations/use-calendar-words";

type Props = {
  id: string;
  legend: string;
  help?: string;
  error?: string | undefined;
  /** `MM-DD`. */
  value: string;
  onChange: (value: string) => void;
};

const two = (number: number): string => String(number).padStart(2, "0");
/** Days per month of a leap year. */
const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day of every year. */
export function MonthDayField({ id, value, onChange, ...words }: Props) {
  const t = useTranslations("common.date");
  const { month } = useCalendarWords();
  const [ownMonth = 1, ownDay = 1] = value.split("-").map(Number);
  const change = (nextMonth: number, day: number) =>
    onChange(`${two(nextMonth)}-${two(Math.min(day, lengths[nextMonth - 1] ?? 31))}`);
  return (
    <Fieldset id={id} {...words}>
      <div className="flex gap-2">
        <Select
          aria-label={t("dayOfMonth")}
          className="w-20"
          value={ownDay}
          onChange={({ target }) => change(ownMonth, Number(target.value))}
          options={Array.from({ length: lengths[ownMonth - 1] ?? 31 }, (_, place) => ({
            value: String(place + 1),
            label: String(place + 1),
          }))}
        />
        <Select
          aria-label={t("month")}
          className="w-40"
          value={ownMonth}
          onChange={({ target }) => change(Number(target.value), ownDay)}
          options={lengths.map((_, place) => ({ value: String(place + 1), label: month(place + 1) }))}
        />
      </div>
    </Fieldset>
  );
}
