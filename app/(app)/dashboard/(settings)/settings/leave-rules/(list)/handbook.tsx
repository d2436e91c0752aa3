"use client";

import { FileText } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Badge } from "@/app/_kit/ui/badge";
import { Card } from "@/app/_kit/ui/card";
import { Switch } from "@/app/_kit/ui/switch";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { useSentence } from "@/app/(app)/dashboard/(leave)/leaves/broken-rules";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type {
  ListedRule,
  Rule,
  Targets,
} from "@/app/(app)/dashboard/(settings)/settings/leave-rules/rule-values";
import { paths } from "@/app/paths";
import { asksForCertificate } from "@/drizzle/schema/values";
import { groupBy } from "@/server/kernel/group-by";

type Props = {
  rules: readonly ListedRule[] /** Null for those who write no rules. */;
  targets: Targets | null;
};

/** The rules by leave type, each as its sentence with whom it is for and what it does. */
export function Handbook({ rules, targets }: Props) {
  const t = useTranslations("rules");
  const format = useFormatter();
  const { counts: ask } = useTRPCClient().leaveRules;
  // Counted again when a rule changes.
  const asked = targets && { versions: rules.map(({ id, version }) => `${id} ${version}`).join() };
  const counts = useAnswer(asked, () => ask.query(), { pauseMs: 0 });
  const nameOf = namesOf(targets, t("gone"));
  const place = (rule: Rule) => rule.locationIds.map(nameOf).join();
  const titleOf = ({ leaveTypeIds, leaveTypeNames }: ListedRule) =>
    leaveTypeIds.length === 0 ? t("allTypes") : format.list(leaveTypeNames.toSorted(), "all") || t("gone");
  const locale = useLocale();
  // Rules for all leave types come first.
  const groups = [...groupBy(rules, titleOf)].sort(
    ([a], [b]) => Number(b === t("allTypes")) - Number(a === t("allTypes")) || a.localeCompare(b, locale),
  );
  return (
    <div className="grid max-w-3xl gap-5">
      {groups.map(([title, some], at) => (
        <Card key={title} title={title} titleId={`rules-of-${at}`}>
          <ul className="divide-y divide-line">
            {some
              .toSorted((a, b) => place(a).localeCompare(place(b), locale))
              .map((rule) => (
                <li key={rule.id} className="py-3 first:pt-0 last:pb-0">
                  <Entry
                    rule={rule}
                    nameOf={targets ? nameOf : null}
                    count={counts.shown?.found.find(({ ruleId }) => ruleId === rule.id)}
                    state={counts.error ? "failed" : counts.isLoading ? "loading" : null}
                  />
                </li>
              ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

type NameOf = (id: string) => string;

function namesOf(targets: Targets | null, gone: string): NameOf {
  const all = targets ? Object.values(targets).flat() : [];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? gone;
}

type EntryProps = {
  rule: ListedRule;
  nameOf: NameOf | null;
  count: { comingCount: number; pastYearCount: number } | undefined;
  state: "failed" | "loading" | null;
};

/** The leave types that such a rule about a number away does not count. */
function Ignored({ ignoredTypeNames: names }: Pick<ListedRule, "ignoredTypeNames">) {
  const t = useTranslations("rules");
  const format = useFormatter();
  if (names.length === 0) return null;
  return <p className="text-muted wrap-anywhere">{t("ignored", { types: format.list(names, "all") })}</p>;
}

function Entry({ rule, nameOf, count, state }: EntryProps) {
  const t = useTranslations("rules");
  const sentenceOf = useSentence();
  const { name, isEnabled, mayWrite } = rule;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium text-base wrap-anywhere">{sentenceOf(rule.sentence)}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted wrap-anywhere">
          <span className="min-w-0">{name}</span>
          <Effect {...rule} />
          {isEnabled ? null : <Badge icon={null}>{t("off")}</Badge>}
        </p>
        <Ignored {...rule} />
        {nameOf ? <For rule={rule} nameOf={nameOf} /> : null}
        {mayWrite ? <Counts rule={rule} count={count} state={state} /> : null}
      </div>
      {mayWrite ? (
        <div className="flex items-center gap-4">
          <TextLink href={paths.leaveRule(rule.id)} aria-label={t("editOf", { name })}>
            {t("edit")}
          </TextLink>
          <OnOff rule={rule} />
        </div>
      ) : null}
    </div>
  );
}

/** What the rule does: one that asks for a certificate refuses nothing, and warns of nothing. */
function Effect({ kind, effect }: Pick<Rule, "kind" | "effect">) {
  const t = useTranslations("rules.effect");
  if (asksForCertificate(kind)) return <Badge icon={<FileText aria-hidden />}>{t("PROOF")}</Badge>;
  return <Badge tone={effect === "BLOCK" ? "danger" : "warning"}>{t(effect)}</Badge>;
}

function For({ rule, nameOf }: { rule: Rule; nameOf: NameOf }) {
  const t = useTranslations("rules");
  const format = useFormatter();
  const dates = useLeaveDates();
  const { fromDate, toDate } = rule;
  const who = [...rule.locationIds, ...rule.departmentIds, ...rule.labelIds].map(nameOf);
  const day = (date: string) => dates({ startDate: date, endDate: date });
  const when =
    fromDate && toDate
      ? t("between", { from: day(fromDate), to: day(toDate) })
      : fromDate
        ? t("from", { from: day(fromDate) })
        : toDate
          ? t("until", { to: day(toDate) })
          : null;
  const lines = [
    t("for", { who: who.length > 0 ? format.list(who, "all") : t("everyone") }),
    rule.exemptLabelIds.length > 0
      ? t("except", { who: format.list(rule.exemptLabelIds.map(nameOf), "all") })
      : null,
    when,
  ].filter((line) => line !== null);
  return <p className="text-muted wrap-anywhere">{lines.join(" · ")}</p>;
}

/** How much leave breaks it, or how many certificates it asks for, which its page lists. */
function Counts({ rule, count, state }: Pick<EntryProps, "rule" | "count" | "state">) {
  const t = useTranslations("rules.counts");
  const word = asksForCertificate(rule.kind) ? "proof." : "";
  if (!count)
    return state ? <p className="text-muted">{t(state === "failed" ? `${word}failed` : state)}</p> : null;
  return (
    <p className="text-muted">
      <span className="block">
        {count.pastYearCount > 0 ? (
          <TextLink href={paths.leaveRuleLeave(rule.id, "past")}>
            {t(`${word}past`, { count: count.pastYearCount })}
          </TextLink>
        ) : (
          t(`${word}past`, { count: 0 })
        )}
      </span>
      {count.comingCount > 0 ? (
        <TextLink href={paths.leaveRuleLeave(rule.id, "coming")}>
          {t(`${word}coming`, { count: count.comingCount })}
        </TextLink>
      ) : null}
    </p>
  );
}

/** Turns the rule on or off at once. */
function OnOff({ rule: { id, name, isEnabled } }: { rule: Rule }) {
  const t = useTranslations("rules");
  const { send } = useCall(useTRPCClient().leaveRules.update.mutate, {
    done: ({ isEnabled: isOn }) => t(isOn ? "switchedOn" : "switchedOff"),
    refreshes: true,
    errorToast: true,
  });
  return (
    <Switch
      label={<span className="sr-only">{t("switch", { name })}</span>}
      checked={isEnabled}
      onChange={({ target }) => void send({ id, patch: { isEnabled: target.checked } })}
    />
  );
}
