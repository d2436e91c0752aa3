import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Ready } from "@/app/(account)/decide/[token]/decide-form";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { Words } from "@/server/words/words";

/** All facts that help to decide, as a list of names and values. */
export function LeaveFacts({ decision: { facts, summary }, words }: { decision: Ready; words: Words }) {
  const t = useTranslations("decide.facts");
  const { seen, balance, away } = summary;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
      <Fact name={t("when")}>{words.when(facts.period)}</Fact>
      <Fact name={t("days")}>{words.number(facts.leave.durationWorkingDays)}</Fact>
      <Fact name={t("type")}>{facts.typeName}</Fact>
      {seen.reason === null ? null : <Fact name={t("reason")}>{seen.reason}</Fact>}
      {balance?.map(({ until, before, after }) => (
        <Fact key={until} name={t("balance")}>
          {t("left", { before: toDays(before), after: toDays(after), date: words.date(until) })}
        </Fact>
      ))}
      <Fact name={t("away")}>
        {away.length === 0 ? (
          t("nobody")
        ) : (
          <ul>
            {away.map(({ name, days }) => (
              <li key={`${name} ${days.join()}`}>
                {name} <span className="text-muted">({words.days(days)})</span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={t("lastDay")}>{words.date(facts.lastDay)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{children}</dd>
    </>
  );
}
