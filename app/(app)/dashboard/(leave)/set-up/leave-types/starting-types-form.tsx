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
import {
  StartingRulesFields,
  useRuleName,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-rules-fields";
import {
  CountryFields,
  idOf,
  TypeFields,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-type-fields";
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
import type { StartingType } from "@/server/modules/leave/leave-types/starting-set";

type Props = {
  countries: readonly Country[];
  /** Each location with the country that its time zone says; the default location first. */
  locations: readonly Pick<Place, "id" | "name" | "country">[];
  names: Record<string, string>;
  /** Names of existing leave types. */
  taken: readonly string[];
};

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
