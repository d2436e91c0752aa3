"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { type Form, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Select } from "@/app/_kit/ui/select";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  StartingRulesFields,
  useRuleName,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-rules-fields";
import {
  type Country,
  countryBy,
  daysOf,
  faultsOf,
  type Place,
  type Values,
  wantedRules,
  wantedTypes,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-values";
import { paths } from "@/app/paths";
import { limits } from "@/drizzle/schema/limits";
import type { StartingType } from "@/server/modules/leave/leave-types/starting-set";

type Props = {
  countries: readonly Country[];
  /** Each location with the country that its time zone says; the default location first. */
  locations: readonly Pick<Place, "id" | "name" | "country">[];
  names: Record<string, string>;
  /** Names of existing leave types. */
  taken: readonly string[];
};

const idOf = (path: string) => `starting-${path.replaceAll(".", "-")}`;

/** The proposals for the countries of all locations, to select, rename and change. Written all or nothing. */
export function StartingTypesForm({ countries, locations, names, taken }: Props) {
  const t = useTranslations("setup.types");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const ruleName = useRuleName(countries);
  const places = locations.map((place) => {
    const country = countryBy(countries, place.country);
    return { ...place, country: country?.value ?? "", days: daysOf(country) };
  });
  const first = countryBy(countries, places[0]?.country ?? "");
  const all = Object.keys(first?.types ?? {}) as StartingType[];

  const read = (values: Values) => {
    const words = {
      nameNeeded: t("nameNeeded"),
      daysWrong: t("daysWrong"),
      noneChosen: t("noneChosen"),
    };
    const faults = faultsOf(values, words);
    return faults.length > 0 ? { faults } : { output: values };
  };
  const save = async (values: Values) => {
    const wanted = wantedTypes(countries, values);
    const rules = wantedRules(countries, values, ruleName);
    const { count } = await calls.leaveTypes.createMany.mutate({
      attempt: attemptOf([wanted, rules]),
      types: wanted,
      // During an upgrade, an older process knows none.
      ...(rules.length > 0 && { rules }),
    });
    toast.success(
      rules.length > 0 ? t("addedWithRules", { count, rules: rules.length }) : t("added", { count }),
    );
    router.replace(paths.home);
    router.refresh();
  };
  const form = useForm<Values>(
    {
      places,
      chosen: all.filter((type) => first?.types[type].isUsual && !taken.includes(names[type] ?? "")),
      names,
      ruleTicks: {},
    },
    {
      read,
      fieldOf: (path, values) => {
        const [, index, field, place] = path.split(".");
        const type = values.chosen[Number(index)];
        if (!type) return null;
        return field === "policies" ? `days.${values.places[Number(place)]?.id}` : `names.${type}`;
      },
      save,
      idOf,
    },
  );
  const { values } = form;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <CountryFields form={form} countries={countries} />
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {all.map((type) => (
          <TypeFields key={type} type={type} all={all} name={names[type] ?? ""} {...{ form, countries }} />
        ))}
      </ul>
      <StartingRulesFields
        countries={countries}
        values={values}
        onTick={(key, isTicked) =>
          form.changeAt(["country"], (before) => ({
            ...before,
            ruleTicks: { ...before.ruleTicks, [key]: isTicked },
          }))
        }
      />
      {values.places.length > 1 ? (
        <p className="text-muted">
          {t("everywhere", { names: values.places.map(({ name }) => name).join(", ") })}
        </p>
      ) : null}
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={form.isSaving}>
          {t("submit", { count: values.chosen.length })}
        </Button>
        <LinkButton href={paths.home} variant="ghost">
          {t("later")}
        </LinkButton>
      </div>
    </form>
  );
}

interface Parts {
  form: Form<Values>;
  countries: readonly Country[];
}

/** Changes what is said of one location. */
const setPlace = (form: Form<Values>, id: string, part: Partial<Place>) =>
  form.changeAt(["country", `days.${id}`], (before) => ({
    ...before,
    places: before.places.map((place) => (place.id === id ? { ...place, ...part } : place)),
  }));

/** The country of the only location, or of each. */
function CountryFields({ form, countries }: Parts) {
  const t = useTranslations("setup.types");
  const { places } = form.values;
  const options = countries.map(({ value, label }) => ({ value, label }));
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
            setPlace(form, id, { country: value, days: daysOf(countryBy(countries, value)) })
          }
          options={options}
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
function TypeFields({ type, all, name, form, countries }: TypeProps) {
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
    const usual = t(code === "" ? "common" : country?.isLaw ? "law" : "custom", {
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
