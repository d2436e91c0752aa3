"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import type { StartingLeaveRule, StartingRule } from "@/server/modules/leave/leave-types/starting-rules";
import type { StartingType } from "@/server/modules/leave/leave-types/starting-set";

/** The rules that a country's proposals offer. */
export type OfferedRules = Record<StartingRule, StartingLeaveRule>;
export type RuleTicks = Partial<Record<StartingRule, boolean>>;

interface Chosen {
  chosen: readonly StartingType[];
  ruleTicks: RuleTicks;
}

/** The rules about the chosen leave types. */
const rulesAbout = (rules: OfferedRules | undefined, chosen: readonly StartingType[]) =>
  (Object.entries(rules ?? {}) as [StartingRule, StartingLeaveRule][]).filter(
    ([, { about }]) => about === null || chosen.includes(about),
  );

/** The rules that are written: the ticked ones whose leave type is chosen. */
export const chosenRules = (rules: OfferedRules | undefined, { chosen, ruleTicks }: Chosen) =>
  rulesAbout(rules, chosen).filter(([rule, { isUsual }]) => ruleTicks[rule] ?? isUsual);

type Props = {
  rules: OfferedRules | undefined;
  names: Record<string, string>;
  values: Chosen;
  onTick: (rule: StartingRule, isTicked: boolean) => void;
};

/** The rules about the chosen leave types, to tick or not. */
export function StartingRulesFields({ rules, names, values, onTick }: Props) {
  const t = useTranslations("setup.types");
  if (values.chosen.length === 0) return null;
  const ticked = new Set(chosenRules(rules, values).map(([rule]) => rule));
  return (
    <section aria-labelledby="starting-rules" className="flex flex-col gap-3">
      <div>
        <h2 id="starting-rules" className="font-semibold">
          {t("rules.title")}
        </h2>
        <p className="text-muted">{t("rules.lead")}</p>
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {rulesAbout(rules, values.chosen).map(([rule, { parameters }]) => (
          <li key={rule} className="px-4 py-3.5 sm:px-5">
            <Checkbox
              checked={ticked.has(rule)}
              onChange={({ target }) => onTick(rule, target.checked)}
              label={names[rule]}
              description={t(`rules.${rule}.text`, numbersOf(parameters))}
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
