"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { cn } from "@/app/_kit/ui/class-names";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { spansOf } from "@/app/(app)/dashboard/(leave)/leaves/year/months";
import type { PageLanguage, RuleEffect } from "@/drizzle/schema/values";

/** A leave rule that a leave breaks, with its sentence in each language of the pages. */
export interface BrokenRule {
  ruleId: string;
  name: string;
  effect: RuleEffect;
  sentence: Record<PageLanguage, string>;
  days: readonly string[];
}

/** Maximum ranges of days named. */
const maxSpans = 5;

/** The rule's sentence in the language of the page. */
export function useSentence(): (sentence: BrokenRule["sentence"]) => string {
  const locale = useLocale();
  return (sentence) => (locale.startsWith("de") ? sentence.de : sentence.en);
}

type Props = {
  rules: readonly BrokenRule[];
  /** The number of the leave's days that count: when all of them break a rule, they aren't listed. */
  dayCount?: number;
};

/** The leave rules that a leave breaks: the ones that refuse it first, each with the days it is about. */
export function BrokenRules({ rules, dayCount }: Props) {
  const t = useTranslations("leaves.rules");
  const format = useFormatter();
  const dates = useLeaveDates();
  const sentenceOf = useSentence();
  const sorted = [...rules].sort((a, b) => Number(b.effect === "BLOCK") - Number(a.effect === "BLOCK"));
  const daysOf = (days: readonly string[]) => {
    const spans = spansOf(days);
    const named = spans.slice(0, maxSpans).map(dates);
    const rest = days.filter((day) => day > (spans[maxSpans - 1]?.endDate ?? day)).length;
    return format.list(rest > 0 ? [...named, t("moreDays", { count: rest })] : named, "all");
  };
  return (
    <ul className="flex flex-col gap-1">
      {sorted.map(({ ruleId, name, effect, sentence, days }) => {
        const Icon = effect === "BLOCK" ? CircleAlert : TriangleAlert;
        return (
          <li
            key={ruleId}
            className={cn(
              "flex items-start gap-1.5 wrap-anywhere",
              effect === "BLOCK" ? "text-danger-text" : "text-warning-text",
            )}
          >
            <Icon aria-hidden className="mt-0.75 size-3.5 shrink-0" />
            <span className="min-w-0">
              {t(effect, { name, sentence: sentenceOf(sentence) })}
              {days.length > 0 && days.length !== dayCount ? (
                <span className="block text-xs">{t("days", { days: daysOf(days) })}</span>
              ) : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Whether a rule refuses: to go ahead takes a reason. */
export const isRefusedByRules = ({ rules }: { rules: readonly Pick<BrokenRule, "effect">[] }): boolean =>
  rules.some(({ effect }) => effect === "BLOCK");
