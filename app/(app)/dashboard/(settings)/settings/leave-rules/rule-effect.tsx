"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { useSentence } from "@/app/(app)/dashboard/(leave)/leaves/broken-rules";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { RuleInput } from "@/app/(app)/dashboard/(settings)/settings/leave-rules/rule-values";
import { paths } from "@/app/paths";
import { asksForCertificate, type RuleKind } from "@/drizzle/schema/values";

/** Which of the lists of leave a link opens. */
export type OpenedLeave = "coming" | "past";

type Props = {
  kind: RuleKind;
  /** Null while its sentence has blanks. */
  rule: RuleInput | null;
  /** The list that is open at first. */
  opened?: OpenedLeave | undefined;
};

/** "What this rule does", before it is saved. */
export function RuleEffect({ kind, rule, opened }: Props) {
  const t = useTranslations("rules.preview");
  const { preview } = useTRPCClient().leaveRules;
  const { shown, error, isLoading } = useAnswer(rule, preview.query, { pauseMs: 400 });
  const found = rule && !error ? shown?.found : undefined;
  const sentenceOf = useSentence();
  const word = asksForCertificate(kind) ? "proof." : "";
  const state = rule === null ? "empty" : error ? "failed" : "loading";
  return (
    <Card title={t("title")} titleId="rule-effect" className="lg:sticky lg:top-20">
      <div aria-live="polite" aria-busy={isLoading} className="flex flex-col gap-3">
        {found ? (
          <>
            <p className="font-medium wrap-anywhere">{sentenceOf(found.sentence)}</p>
            <p>
              {found.comingCount === 0 ? t(`${word}none`) : t(`${word}coming`, { count: found.comingCount })}
            </p>
            <Listed
              title={t("comingTitle")}
              leaves={found.coming}
              count={found.comingCount}
              isOpen={opened === "coming"}
            />
            <p>{t(`${word}past`, { count: found.pastYearCount })}</p>
            <Listed
              title={t("pastTitle")}
              leaves={found.pastYear}
              count={found.pastYearCount}
              isOpen={opened === "past"}
            />
          </>
        ) : (
          <p className="text-muted">{t(`${word}${state}`)}</p>
        )}
      </div>
    </Card>
  );
}

interface Breaking {
  leaveId: string;
  userName: string | null;
  typeName: string | null;
  startDate: string;
  endDate: string;
}

type ListProps = { title: string; leaves: readonly Breaking[]; count: number; isOpen: boolean };

function Listed({ title, leaves, count, isOpen }: ListProps) {
  const t = useTranslations("rules.preview");
  const dates = useLeaveDates();
  if (leaves.length === 0) return null;
  return (
    <details open={isOpen || undefined}>
      <summary className="cursor-pointer font-medium">{title}</summary>
      <ul className="mt-1 flex max-h-96 flex-col gap-1 overflow-y-auto overscroll-contain">
        {leaves.map(({ leaveId, userName, typeName, ...leave }) => (
          <li key={leaveId} className="wrap-anywhere">
            <TextLink href={paths.leave(leaveId)}>
              {userName ?? t("someone")}, {dates(leave)}
            </TextLink>
            {typeName ? <span className="text-muted"> {typeName}</span> : null}
          </li>
        ))}
      </ul>
      {count > leaves.length ? (
        <p className="text-muted">{t("more", { count: count - leaves.length })}</p>
      ) : null}
    </details>
  );
}
