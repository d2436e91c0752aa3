"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import {
  type Country,
  countryNames,
  type OfferedRule,
  offeredRules,
  tickedRules,
  type Values,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-values";
import { limits } from "@/drizzle/schema/limits";

/** The name of an offered rule: with the countries of its locations, unless it is for all. */
export function useRuleName(countries: readonly Country[]): (rule: OfferedRule) => string {
  const t = useTranslations("setup.types.rules");
  return ({ rule, places }) => {
    const name = t(`${rule}.name`);
    return places
      ? t("at", { rule: name, countries: countryNames(countries, places) }).slice(0, limits.name)
      : name;
  };
}

type Props = {
  countries: readonly Country[];
  values: Values;
  onTick: (key: string, isTicked: boolean) => void;
};

/** The rules about the chosen leave types, to tick or not. */
export function StartingRulesFields({ countries, values, onTick }: Props) {
  const t = useTranslations("setup.types");
  const nameOf = useRuleName(countries);
  if (values.chosen.length === 0) return null;
  const ticked = new Set(tickedRules(countries, values).map(({ key }) => key));
  return (
    <section aria-labelledby="starting-rules" className="flex flex-col gap-3">
      <div>
        <h2 id="starting-rules" className="font-semibold">
          {t("rules.title")}
        </h2>
        <p className="text-muted">{t("rules.lead")}</p>
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {offeredRules(countries, values).map((offered) => (
          <li key={offered.key} className="px-4 py-3.5 sm:px-5">
            <Checkbox
              checked={ticked.has(offered.key)}
              onChange={({ target }) => onTick(offered.key, target.checked)}
              label={nameOf(offered)}
              description={t(`rules.${offered.rule}.text`, numbersOf(offered.parameters))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The numbers of a rule for its words. */
const numbersOf = (parameters: Record<string, unknown>) => {
  const {
    longerThan = 0,
    withinDays = 0,
    percent = 0,
    steps,
  } = parameters as Record<string, number> & {
    steps?: { from: number; days: number }[];
  };
  const [{ from, days } = { from: 0, days: 0 }] = steps ?? [];
  return { longerThan, withinDays, percent, from, days };
};
