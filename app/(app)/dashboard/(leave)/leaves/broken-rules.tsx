"use client";

import { CircleAlert, FileText, TriangleAlert } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { languageOf } from "@/app/_i18n/languages";
import { cn } from "@/app/_kit/ui/class-names";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { spansOf } from "@/app/(app)/dashboard/(leave)/leaves/year/months";
import type { PageLanguage, RuleEffect, RuleKind } from "@/drizzle/schema/values";
import { brokenAmong, findCertificateDue } from "@/server/modules/leave/rules/find-certificate-due";

/** What a leave rule says of a leave, with its sentence in each language of the pages. */
export interface SaidRule {
  ruleId: string;
  kind: RuleKind;
  name: string;
  effect: RuleEffect;
  sentence: Record<PageLanguage, string>;
  days: readonly string[];
  facts: Readonly<Record<string, string | number>>;
}

/** Maximum ranges of days named. */
const maxSpans = 5;

/** The rule's sentence in the language of the page. */
export function useSentence(): (sentence: SaidRule["sentence"]) => string {
  const locale = useLocale();
  return (sentence) => sentence[languageOf[locale]];
}

type Props = {
  rules: readonly SaidRule[];
  /** The number of the leave's days that count: when all of them break a rule, they aren't listed. */
  dayCount?: number;
  /** Whether the leave can still be moved: names the first day on which it could begin. */
  advises?: boolean;
};

/** The leave rules that a leave breaks: the ones that refuse it first, each with the days it is about. Nothing without any. */
export function BrokenRules({ rules, dayCount, advises = false }: Props) {
  const t = useTranslations("leaves.rules");
  const format = useFormatter();
  const dates = useLeaveDates();
  const sentenceOf = useSentence();
  const sorted = brokenAmong(rules).sort(
    (a, b) => Number(b.effect === "BLOCK") - Number(a.effect === "BLOCK"),
  );
  const daysOf = (days: readonly string[]) => {
    const spans = spansOf(days);
    const named = spans.slice(0, maxSpans).map(dates);
    const rest = days.filter((day) => day > (spans[maxSpans - 1]?.endDate ?? day)).length;
    return format.list(rest > 0 ? [...named, t("moreDays", { count: rest })] : named, "all");
  };
  if (sorted.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {sorted.map(({ ruleId, name, effect, sentence, days, facts }) => {
        const earliest = advises ? facts.earliest : undefined;
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
              {typeof earliest === "string" ? (
                <span className="block text-xs">
                  {t("earliest", { date: dates({ startDate: earliest, endDate: earliest }) })}
                </span>
              ) : null}
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

/** "A certificate is due by …", where a rule wants one: a duty, not an offence. */
export function CertificateDue({ rules }: Pick<Props, "rules">) {
  const t = useTranslations("leaves.rules");
  const dates = useLeaveDates();
  const dueOn = findCertificateDue(rules);
  if (dueOn === null) return null;
  return (
    <p className="flex items-start gap-1.5">
      <FileText aria-hidden className="mt-0.75 size-3.5 shrink-0 text-muted" />
      {t("certificate", { date: dates({ startDate: dueOn, endDate: dueOn }) })}
    </p>
  );
}

/** Whether a rule refuses: to go ahead takes a reason. */
export const isRefusedByRules = ({ rules }: { rules: readonly Pick<SaidRule, "effect">[] }): boolean =>
  rules.some(({ effect }) => effect === "BLOCK");
