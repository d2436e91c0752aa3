"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Badge } from "@/app/_kit/ui/badge";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { EffectOf } from "@/app/(app)/dashboard/(team)/people/[userId]/pattern-effect";
import {
  type GivenPatterns,
  minutesOfLocation,
  type Pattern,
} from "@/app/(app)/dashboard/(team)/people/patterns";
import { usePatternWords } from "@/app/(app)/dashboard/(team)/people/use-pattern-words";

type Props = { userId: string; given: GivenPatterns };

/** A person's working patterns, latest first. */
export function PatternList({ userId, given }: Props) {
  const t = useTranslations("people.pattern");
  const { date, weeks } = usePatternWords();
  const { patterns, today, location } = given;
  const first = location.firstDayOfWeek;
  const [placeWeek = ""] = weeks(minutesOfLocation(location), first);
  const place = { location: location.name, week: placeWeek };
  if (patterns.length === 0) return <p>{t("none", place)}</p>;
  const now = patterns.find(({ from }) => from <= today)?.id;
  const stateOf = ({ id, from }: Pattern) => (id === now ? "now" : from > today ? "coming" : "past");
  return (
    <ul aria-label={t("list")} className="divide-y divide-line">
      {patterns.map((pattern) => {
        const state = stateOf(pattern);
        const texts = pattern.minutes ? weeks(pattern.minutes, first) : [t("location", place)];
        return (
          <li
            key={pattern.id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {t("from", { date: date(pattern.from) })}
                <Badge tone={state === "now" ? "success" : state === "coming" ? "accent" : "neutral"}>
                  {t(state)}
                </Badge>
              </p>
              {texts.map((text) => (
                <p key={text} className="wrap-anywhere tabular-nums">
                  {text}
                </p>
              ))}
              {pattern.createdByName ? (
                <p className="text-muted text-xs">{t("setBy", { name: pattern.createdByName })}</p>
              ) : null}
            </div>
            {given.mayChange ? <Delete {...{ userId, given, pattern }} date={date(pattern.from)} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function Delete({ userId, given, pattern, date }: Props & { pattern: Pattern; date: string }) {
  const t = useTranslations("people.pattern.delete");
  const { workPatterns } = useTRPCClient();
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "ghost", size: "sm", "aria-label": t("of", { date }) }}
      title={t("title", { date })}
      confirmLabel={t("submit")}
      cancelLabel={t("keep")}
      act={async () => {
        await workPatterns.delete.mutate({ userId, id: pattern.id });
        return { message: t("done") };
      }}
    >
      <p>{t("text")}</p>
      <DeletionEffect {...{ userId, given, id: pattern.id }} />
    </ConfirmButton>
  );
}

function DeletionEffect({ userId, given, id }: Props & { id: string }) {
  const question = { userId, id };
  const query = useQuery(
    useTRPC().workPatterns.previewDeletion.queryOptions(question, { staleTime: 0, gcTime: 0, retry: false }),
  );
  return (
    <EffectOf
      given={given}
      effect={query.data ?? null}
      state={query.isError ? "failed" : query.data ? "shown" : "loading"}
    />
  );
}
