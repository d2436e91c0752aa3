import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Note } from "@/app/_kit/ui/note";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { type Asked, AskForm, AskOutcome } from "@/app/(account)/decide/[token]/ask-form";
import { ReasonField } from "@/app/(account)/decide/[token]/reason-field";
import { limits } from "@/drizzle/schema/limits";
import { asksForCertificate } from "@/drizzle/schema/values";
import { isUpTo } from "@/server/kernel/text/text-rules";
import { amountIn, amountOf, figureOf } from "@/server/kernel/time/amount";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { Decision } from "@/server/modules/leave/mail/read-decision";
import { isCancelling, isChanging } from "@/server/modules/leave/requests/transitions";
import { certificateDueOf, sentenceOf } from "@/server/modules/leave/rules/policy";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import type { Words } from "@/server/words/words";

/** All facts that help to decide, as a list of names and values. */
function LeaveFacts({ decision: { facts, summary }, words }: { decision: Ready; words: Words }) {
  const t = useTranslations("decide.facts");
  const { seen, balance, away } = summary;
  const duration = amountOf(facts.leave.durationWorkingDays, facts.hours, facts.dayHours);
  const inUnit = (days: number) => amountIn(toDays(days), facts.hoursPerDay, facts.dayHours);
  const isCancel = isCancelling(facts.leave);
  const reason = isCancel ? facts.leave.cancelReason : seen.reason;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
      <Fact name={t("when")}>{words.when(facts.period)}</Fact>
      {facts.approved ? <Fact name={t("approved")}>{words.when(facts.approved)}</Fact> : null}
      <Fact name={t("days", { unit: duration.unit })}>{figureOf(duration, words.number)}</Fact>
      <Fact name={t("type")}>{nameIn(facts.type, words.locale)}</Fact>
      {reason === null ? null : <Fact name={t("reason")}>{reason}</Fact>}
      {(isCancel ? null : balance)?.map(({ until, before, after }) => (
        <Fact key={until} name={t("balance")}>
          {t("left", {
            before: figureOf(inUnit(before), words.number, inUnit(after).unit),
            ...inUnit(after),
            date: words.date(until),
          })}
        </Fact>
      ))}
      {isCancel ? null : (
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
      )}
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

/** The maximum length of a reason. */

type Ready = Extract<Decision, { state: "ready" }>;

type Props = {
  token: string;
  decision: Ready;
  words: Words;
  hasProblem: boolean;
  /** The refused reason; empty for none. */
  refused: string;
  /** What became of a question. */
  asked: Asked;
};

/** The request as it is now, and both answers: forms that work without JavaScript. */
export function DecideForm({ token, decision, words, hasProblem, refused, asked }: Props) {
  const t = useTranslations("decide");
  const { facts, changed, approverName: approver, workspaceName: workspace, onBehalfOfName: name } = decision;
  const word = isCancelling(facts.leave)
    ? ("cancelling." as const)
    : isChanging(facts.leave)
      ? ("changing." as const)
      : "";
  const rules = decision.summary.rules.filter(({ rule }) => !asksForCertificate(rule.kind));
  const dueOn = certificateDueOf(decision.summary.rules);
  const reasonWord = rules.some(({ effect }) => effect === "BLOCK") ? ("rules." as const) : word;
  return (
    <Frame
      title={t(`${word}asks`, { name: facts.ownerName })}
      description={
        name === null ? t("as", { approver, workspace }) : t("asStandIn", { approver, name, workspace })
      }
    >
      {hasProblem ? <Problem>{t("problem")}</Problem> : null}
      <AskOutcome asked={asked} name={facts.ownerName} />
      {changed ? <Changes changed={changed} facts={facts} words={words} /> : null}
      <LeaveFacts decision={decision} words={words} />
      <Rules rules={rules} words={words} />
      {dueOn === null ? null : <p>{t("certificate", { date: words.date(dayNumber(dueOn)) })}</p>}
      <form method="post" action={`/decide/${token}/answer`} className="flex flex-col gap-4">
        <input type="hidden" name="version" value={facts.leave.version} />
        <Button type="submit" name="intent" value="approve" variant="primary" size="lg" block>
          {t(`${word}approve`)}
        </Button>
        <ReasonField
          label={t(`${reasonWord}reason`)}
          help={t(`${reasonWord}reasonHelp`)}
          value={refused}
          error={refused ? t(isUpTo(limits.reason, refused.trim()) ? "unreadable" : "tooLong") : undefined}
        />
        <Button type="submit" name="intent" value="deny" variant="danger" size="lg" block>
          {t(`${word}deny`)}
        </Button>
      </form>
      <AskForm {...{ token, asked }} name={facts.ownerName} last={decision.question} />
    </Frame>
  );
}

/** The leave rules that it breaks: in spite of one that refuses, it is approved only with a reason. */
function Rules({ rules, words }: { rules: Ready["summary"]["rules"]; words: Words }) {
  const t = useTranslations("decide.rules");
  if (rules.length === 0) return null;
  const isRefused = rules.some(({ effect }) => effect === "BLOCK");
  return (
    <Note tone="warning" title={t(isRefused ? "refused" : "warned")}>
      <ul>
        {rules.map(({ rule, days }) => (
          <li key={rule.id} className="wrap-anywhere">
            {rule.name}: {sentenceOf(rule, words)}
            {days.length > 0 ? <span className="text-muted"> ({words.days(days)})</span> : null}
          </li>
        ))}
      </ul>
    </Note>
  );
}

type ChangesProps = { changed: NonNullable<Ready["changed"]>; facts: Ready["facts"]; words: Words };

/** The facts of the mail that no longer hold. */
function Changes({ changed: { shown, type }, facts, words }: ChangesProps) {
  const t = useTranslations("decide");
  const before = words.when(periodOf({ startPart: "FULL_DAY", endPart: "FULL_DAY", ...shown }));
  const lines = [
    ...(before === words.when(facts.period) ? [] : [t("changed.when", { before })]),
    ...(type === null ? [] : [t("changed.type", { before: nameIn(type, words.locale) })]),
  ];
  return (
    <Note tone="warning" title={t("changed.title")}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{t("changed.check")}</p>
    </Note>
  );
}
