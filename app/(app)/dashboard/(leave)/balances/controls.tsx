"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGoTo } from "@/app/_kit/page/use-go-to";
import { Button } from "@/app/_kit/ui/button";
import { DateField } from "@/app/_kit/ui/date-field";
import { daysLater } from "@/app/_kit/ui/date-text";
import { Field } from "@/app/_kit/ui/field";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Picker } from "@/app/_kit/ui/picker";
import { addressOf, type Wanted } from "@/app/(app)/dashboard/(leave)/balances/address";
import { useLeaveOwners } from "@/app/(app)/dashboard/(leave)/request/leave-owner-picker";
import { paths } from "@/app/paths";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Props = {
  wanted: Wanted;
  /** The name of the user whose balances are shown; null for the signed-in user. */
  name: string | null;
  manages: boolean;
  year: { start: string; end: string } | undefined;
};

/** The user and the date. The date has a form to itself, so that it also works without JavaScript. */
export function Controls({ wanted, name, manages, year }: Props) {
  const t = useTranslations("balances.controls");
  const goTo = useGoTo();
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      {manages ? (
        <Field label={t("person")} className="min-w-52 max-sm:w-full">
          <Picker
            words={{ title: t("title"), search: t("search"), none: t("none") }}
            all={t("self")}
            value={wanted.user ?? ""}
            useChoices={useLeaveOwners}
            onChoose={({ value }) => goTo(addressOf({ ...wanted, user: value || null, type: null }))}
          >
            {name ?? t("self")}
          </Picker>
        </Field>
      ) : null}
      <Day key={wanted.asOf} wanted={wanted} />
      <div className="flex flex-wrap gap-2">
        {wanted.asOf ? (
          <LinkButton variant="ghost" href={addressOf({ ...wanted, asOf: null })}>
            {t("today")}
          </LinkButton>
        ) : null}
        {year ? (
          <>
            <LinkButton variant="ghost" href={addressOf({ ...wanted, asOf: year.end })}>
              {t("yearEnd")}
            </LinkButton>
            <LinkButton variant="ghost" href={addressOf({ ...wanted, asOf: daysLater(year.end, 1) })}>
              {t("nextYear")}
            </LinkButton>
          </>
        ) : null}
      </div>
    </div>
  );
}

function Day({ wanted }: { wanted: Wanted }) {
  const t = useTranslations("balances.controls");
  const goTo = useGoTo();
  const [day, setDay] = useState(wanted.asOf ?? "");
  return (
    <form
      action={paths.balances}
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (day === "" || isCalendarDate(day)) goTo(addressOf({ ...wanted, asOf: day || null }));
      }}
    >
      {wanted.user ? <input type="hidden" name="user" value={wanted.user} /> : null}
      {wanted.type ? <input type="hidden" name="type" value={wanted.type} /> : null}
      <DateField label={t("asOf")} className="w-56" name="asOf" value={day} onChange={setDay} />
      <Button type="submit">{t("show")}</Button>
    </form>
  );
}
