"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { HolidayFields, useHolidays } from "@/app/(app)/dashboard/(leave)/set-up/leave-types/holiday-fields";
import {
  StartingRulesFields,
  useRuleName,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-rules-fields";
import {
  CountryFields,
  type CountryOption,
  idOf,
  TypeFields,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-type-fields";
import {
  type Country,
  countryBy,
  daysOf,
  faultsOf,
  type Place,
  type Proposals,
  type Values,
  wantedHolidays,
  wantedRules,
  wantedTypes,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-values";
import { useNextStep } from "@/app/(app)/dashboard/(leave)/set-up/next-step";
import { paths } from "@/app/paths";
import type { PageLanguage } from "@/drizzle/schema/values";
import type { StartingType } from "@/server/modules/leave/leave-types/starting-set";

type Props = {
  countries: readonly Country[];
  /** Every country, by name. */
  options: readonly CountryOption[];
  /** Each location with the country that its time zone says; the default location first. */
  locations: readonly Pick<Place, "id" | "name" | "country">[];
  /** What each leave type is called, by language. */
  proposals: Proposals;
  language: PageLanguage;
  /** Names of existing leave types, in any language. */
  taken: readonly string[];
  /** Whether the public holidays are proposed: there are none yet. */
  withHolidays: boolean;
};

/** The proposals for the countries of all locations, to select, rename and change. Written all or nothing. */
export function StartingTypesForm({
  countries,
  options,
  locations,
  proposals,
  language,
  taken,
  withHolidays,
}: Props) {
  const t = useTranslations("setup.types");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const ruleName = useRuleName(countries);
  const places = locations.map((place) => {
    const country = countryBy(countries, place.country);
    return { ...place, state: "", days: daysOf(country) };
  });
  const first = countryBy(countries, places[0]?.country ?? "");
  const all = Object.keys(first?.types ?? {}) as StartingType[];

  const names = Object.fromEntries(all.map((type) => [type, proposals[type]?.[language] ?? ""]));
  const isTaken = (type: StartingType) =>
    Object.values(proposals[type] ?? {}).some((name) => taken.includes(name));

  const read = (values: Values) => {
    const words = {
      nameNeeded: t("nameNeeded"),
      daysWrong: t("daysWrong"),
      noneChosen: t("noneChosen"),
    };
    const faults = faultsOf(values, words);
    return faults.length > 0 ? { faults } : { output: values };
  };
  const nextStep = useNextStep();
  const save = async (values: Values) => {
    const wanted = wantedTypes(countries, values, proposals);
    const rules = wantedRules(countries, values, ruleName);
    const holidays = wantedHolidays(values, found.holidays);
    const { typeCount: count, holidayCount } = await calls.startingSets.create.mutate({
      attempt: attemptOf([wanted, rules, holidays]),
      ...{ types: wanted, rules, holidays },
    });
    const added =
      rules.length > 0 ? t("addedWithRules", { count, rules: rules.length }) : t("added", { count });
    toast.success(holidayCount > 0 ? `${added}. ${t("holidays.added", { count: holidayCount })}` : added);
    router.replace(await nextStep());
    router.refresh();
  };
  const form = useForm<Values>(
    {
      places,
      chosen: all.filter((type) => first?.types[type].isUsual && !isTaken(type)),
      names,
      ruleTicks: {},
      withHolidays,
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
  const found = useHolidays(withHolidays ? values.places : []);
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <CountryFields form={form} countries={countries} options={options} />
      {withHolidays ? <HolidayFields form={form} found={found} /> : null}
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
        <Button type="submit" variant="primary" pending={form.isSaving || found.isLoading}>
          {t("submit", { count: values.chosen.length })}
        </Button>
        <LinkButton href={paths.home} variant="ghost">
          {t("later")}
        </LinkButton>
      </div>
    </form>
  );
}
