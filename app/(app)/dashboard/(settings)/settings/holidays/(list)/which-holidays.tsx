"use client";

import { useTranslations } from "next-intl";
import { useGoTo } from "@/app/_kit/page/use-go-to";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { addressOf } from "@/app/(app)/dashboard/(settings)/settings/holidays/address";

type Props = {
  location: string;
  year: string;
  locations: readonly { id: string; name: string }[];
  years: readonly number[];
};

/** The location and year of the holidays; both are in the URL. */
export function WhichHolidays({ location, year, locations, years }: Props) {
  const t = useTranslations("places.holidays");
  const goTo = useGoTo();
  return (
    <div className="flex flex-wrap gap-4">
      <Field label={t("location")} className="min-w-52 max-sm:w-full">
        <Select
          value={location}
          onChange={({ target }) => goTo(addressOf({ year, location: target.value }))}
          options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field label={t("year")} className="w-28">
        <Select
          value={year}
          onChange={({ target }) => goTo(addressOf({ location, year: target.value }))}
          options={years.map((each) => ({ value: String(each), label: String(each) }))}
        />
      </Field>
    </div>
  );
}
