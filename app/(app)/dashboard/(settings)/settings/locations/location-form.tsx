"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { readBy } from "@/app/_kit/form/read-by";
import { useForm } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { Picker } from "@/app/_kit/ui/picker";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Select } from "@/app/_kit/ui/select";
import { errorOf } from "@/app/_trpc/error-of";
import { useZones } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/zone-choices";
import type {
  expiries,
  LocationInput,
  LocationOutput,
} from "@/app/(app)/dashboard/(settings)/settings/locations/form-values";
import { MonthDayField } from "@/app/(app)/dashboard/(settings)/settings/locations/month-day-field";
import { PayPeriodFields } from "@/app/(app)/dashboard/(settings)/settings/locations/pay-period-fields";
import { useCalendarWords } from "@/app/(app)/dashboard/(settings)/settings/locations/use-calendar-words";
import { nameTaken } from "@/app/(app)/dashboard/(settings)/settings/name-taken";
import { PlaceFormTail } from "@/app/(app)/dashboard/(settings)/settings/place-form-tail";
import { limits } from "@/drizzle/schema/limits";
import { quotaResets } from "@/drizzle/schema/values";

const idOf = (name: string) => `location-${name}`;
const fields = ["name", "timezone", "workWeek", "hoursPerDay", "yearStart", "payDate"];
const ways: readonly (typeof expiries)[number][] = ["NEVER", "DATE", "DAYS_AFTER_RESET"];
const width = "sm:max-w-96";

type Props = {
  start: LocationInput;
  /** Whether it may become the default: the default stays so until another location becomes it. */
  offersDefault: boolean;
  save: (location: LocationOutput) => Promise<unknown>;
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

/** Name, time zone, working time and accounting year of a location. */
export function LocationForm({ start, offersDefault, save, leaveTitle, buttons }: Props) {
  const t = useTranslations("places.locations.form");
  const words = useCalendarWords();
  const form = useForm<LocationInput, LocationOutput>(start, {
    read: async (values) => {
      const { locationForm } = await import(
        "@/app/(app)/dashboard/(settings)/settings/locations/form-values"
      );
      return readBy(locationForm(t), values);
    },
    fieldOf: (path) => fields.find((name) => name === path.split(".")[0]) ?? null,
    faultsOf: (error) => nameTaken(errorOf(error), t("faults.nameTaken")),
    save,
    idOf,
  });
  const { values, errorAt, change } = form;
  const first = Number(values.firstDayOfWeek);
  const week = Array.from({ length: 7 }, (_, place) => (place + first) % 7);
  const toggle = (day: number, on: boolean) =>
    change({ workWeek: week.filter((each) => (each === day ? on : values.workWeek.includes(each))) });
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <Field id={idOf("name")} label={t("name")} error={errorAt("name")} required className={width}>
        <Input {...form.bind("name")} maxLength={limits.name} />
      </Field>
      <Field id={idOf("timezone")} label={t("timezone")} error={errorAt("timezone")} className={width}>
        <Picker
          words={{ title: t("timezoneTitle"), search: t("timezoneSearch"), none: t("timezoneNone") }}
          value={values.timezone}
          onChoose={({ value }) => change({ timezone: value })}
          useChoices={useZones}
        >
          {values.timezone.replaceAll("_", " ")}
        </Picker>
      </Field>
      <Field id={idOf("firstDayOfWeek")} label={t("firstDayOfWeek")} className={width}>
        <Select
          {...form.bind("firstDayOfWeek")}
          options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: words.weekday(day) }))}
        />
      </Field>
      <Fieldset
        id={idOf("workWeek")}
        legend={t("workWeek")}
        help={t("workWeekHelp")}
        error={errorAt("workWeek")}
      >
        <div className="flex flex-wrap gap-x-5 gap-y-2.5">
          {week.map((day) => (
            <Checkbox
              key={day}
              label={words.weekday(day)}
              checked={values.workWeek.includes(day)}
              onChange={({ target }) => toggle(day, target.checked)}
            />
          ))}
        </div>
      </Fieldset>
      <Field
        id={idOf("hoursPerDay")}
        label={t("hoursPerDay")}
        help={t("hoursPerDayHelp")}
        error={errorAt("hoursPerDay")}
        required
        className={width}
      >
        <Input {...form.bind("hoursPerDay")} inputMode="decimal" className="max-w-28" />
      </Field>
      <RadioGroup label={t("quotaReset")}>
        {quotaResets.map((value) => (
          <Radio
            key={value}
            name="quotaReset"
            value={value}
            label={t(`quotaResets.${value}`)}
            checked={values.quotaReset === value}
            onChange={() => change({ quotaReset: value })}
          />
        ))}
      </RadioGroup>
      <MonthDayField
        id={idOf("yearStart")}
        legend={t("yearStart")}
        help={t(values.quotaReset === "EMPLOYMENT_DATE" ? "yearStartHelpAnniversary" : "yearStartHelp")}
        error={errorAt("yearStart")}
        value={values.yearStart}
        onChange={(yearStart) => change({ yearStart })}
      />
      <RadioGroup label={t("expiry")} help={t("expiryHelp")}>
        {ways.map((value) => (
          <Radio
            key={value}
            name="expiry"
            value={value}
            label={t(`expiries.${value}`)}
            checked={values.expiry === value}
            onChange={() => change({ expiry: value })}
          />
        ))}
      </RadioGroup>
      {values.expiry === "DATE" ? (
        <MonthDayField
          id={idOf("expiryDate")}
          legend={t("expiryDate")}
          value={values.expiryDate}
          onChange={(expiryDate) => change({ expiryDate })}
        />
      ) : null}
      {values.expiry === "DAYS_AFTER_RESET" ? (
        <Field
          id={idOf("expiryDays")}
          label={t("expiryDays")}
          error={errorAt("expiryDays")}
          required
          className={width}
        >
          <Input {...form.bind("expiryDays")} inputMode="numeric" className="max-w-28" />
        </Field>
      ) : null}
      <PayPeriodFields form={form} idOf={idOf} className={width} />
      <PlaceFormTail
        form={form}
        isDefault={offersDefault ? { label: t("isDefault"), description: t("isDefaultText") } : null}
        leaveTitle={leaveTitle}
        buttons={buttons}
      />
    </form>
  );
}
