"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import {
  type Country,
  countryBy,
  daysOf,
  type Place,
  type Values,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-values";
import { limits } from "@/drizzle/schema/limits";
import type { StartingType } from "@/server/modules/leave/leave-types/starting-set";

/** The id of the control at a path. */
export const idOf = (path: string) => `starting-${path.replaceAll(".", "-")}`;

interface Parts {
  form: Form<Values>;
  countries: readonly Country[];
}

/** A country to choose, also one without a starting set of its own. */
export type CountryOption = { value: string; label: string };

/** Changes what is said of one location. */
export const setPlace = (form: Form<Values>, id: string, part: Partial<Place>) =>
  form.changeAt(["country", `days.${id}`], (before) => ({
    ...before,
    places: before.places.map((place) => (place.id === id ? { ...place, ...part } : place)),
  }));

/** The country of the only location, or of each. */
export function CountryFields({ form, countries, options }: Parts & { options: readonly CountryOption[] }) {
  const t = useTranslations("setup.types");
  const { places } = form.values;
  const error = form.errorAt("country");
  const fields = places.map(({ id, name, country }, place) => {
    const isOnly = places.length === 1;
    const label = isOnly ? t("country") : t("countryOf", { location: name });
    const path = isOnly ? "country" : `country.${id}`;
    return (
      <Field
        key={id}
        id={idOf(path)}
        label={label}
        error={isOnly && place === 0 ? error : undefined}
        className="sm:w-80"
      >
        <Select
          value={country}
          onChange={({ target: { value } }) =>
            setPlace(form, id, { country: value, state: "", days: daysOf(countryBy(countries, value)) })
          }
          options={[...options]}
        />
      </Field>
    );
  });
  if (places.length === 1) return fields;
  return (
    <Fieldset id={idOf("country")} legend={t("countries")} help={t("countriesHelp")} error={error}>
      <div className="grid gap-4 sm:grid-cols-2">{fields}</div>
    </Fieldset>
  );
}

type TypeProps = Parts & { type: StartingType; all: readonly StartingType[]; name: string };

/** A leave type to tick, with its name and, for vacation, its days. */
export function TypeFields({ type, all, name, form, countries }: TypeProps) {
  const t = useTranslations("setup.types");
  const { values, errorAt } = form;
  const isChosen = values.chosen.includes(type);
  const typed = values.names[type] ?? "";
  const toggle = () =>
    form.changeAt(["country"], (before) => ({
      ...before,
      chosen: all.filter((one) => (one === type ? !isChosen : before.chosen.includes(one))),
    }));
  const carried = new Set(
    values.places.map(
      ({ country }) => countryBy(countries, country)?.types.vacation.policy.rolloverMaximum ?? 0,
    ),
  );
  const [most = 0] = carried;
  const isByPlace = type === "vacation" && carried.size > 1;
  return (
    <li className="flex flex-col gap-3 px-4 py-3.5 sm:px-5">
      <Checkbox
        checked={isChosen}
        onChange={toggle}
        label={typed || name}
        description={isByPlace ? t("about.vacationByPlace") : t(`about.${type}`, { carried: most })}
      />
      {isChosen ? (
        <div className="flex flex-wrap gap-4 ps-6.5">
          <Field
            id={idOf(`names.${type}`)}
            label={t("name")}
            error={errorAt(`names.${type}`)}
            className="min-w-48 flex-1"
          >
            <Input
              value={typed}
              maxLength={limits.name}
              onChange={({ target: { value } }) =>
                form.changeAt([`names.${type}`], (before) => ({
                  ...before,
                  names: { ...before.names, [type]: value },
                }))
              }
            />
          </Field>
          {type === "vacation" ? <DaysFields form={form} countries={countries} /> : null}
        </div>
      ) : null}
    </li>
  );
}

/** The days of vacation, at each location. */
function DaysFields({ form, countries }: Parts) {
  const t = useTranslations("setup.types");
  const { places } = form.values;
  const fields = places.map(({ id, name, country: code, days }) => {
    const country = countryBy(countries, code);
    const usual = t(!country?.value ? "common" : country?.isLaw ? "law" : "custom", {
      country: country?.label ?? "",
      days: country?.types.vacation.policy.yearlyQuota ?? 0,
    });
    return (
      <Field
        key={id}
        id={idOf(`days.${id}`)}
        label={places.length === 1 ? t("days") : t("daysOf", { location: name })}
        help={[usual, ...(code === "FR" ? [t("saturdays")] : [])].join(" ")}
        error={form.errorAt(`days.${id}`)}
        className="min-w-48 flex-1"
      >
        <Input
          value={days}
          onChange={({ target: { value } }) => setPlace(form, id, { days: value })}
          inputMode="decimal"
          autoComplete="off"
        />
      </Field>
    );
  });
  return places.length === 1 ? fields : <div className="grid basis-full gap-4 sm:grid-cols-2">{fields}</div>;
}
