"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { Note } from "@/app/_kit/ui/note";
import {
  BrokenRules,
  CertificateDue,
  isRefusedByRules,
} from "@/app/(app)/dashboard/(leave)/leaves/broken-rules";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { Approval } from "@/app/(app)/dashboard/(leave)/request/effect-approval";
import { Lines } from "@/app/(app)/dashboard/(leave)/request/effect-lines";
import type { LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { spansAway } from "@/app/(app)/dashboard/(leave)/request/spans-away";
import { amountIn, amountOf, figureOf, unitOf } from "@/server/kernel/time/amount";
import { brokenAmong } from "@/server/modules/leave/rules/find-certificate-due";

export type EffectProps = {
  /** Null until type and days are chosen. */
  preview: LeavePreview | null;
  /** The faults for which it would be refused. */
  faults: readonly { message: string }[];
  state: "empty" | "loading" | "failed" | "refused" | "shown";
  /** A manager's edit: an earlier decision stays. */
  keepsDecision?: boolean | undefined;
  className?: string | undefined;
  /** Days that can be asked for in place of the wanted ones. */
  parts: readonly Days[];
  onPart: (days: Days) => void;
};

interface Days {
  startDate: string;
  endDate: string;
}

/** "What this does": days, balance, approvers and absent colleagues, while the form is filled in. */
export function Effect({
  preview,
  faults,
  state,
  keepsDecision,
  className = "lg:sticky lg:top-20",
  ...rest
}: EffectProps) {
  const t = useTranslations("leaves.effect");
  return (
    <Card title={t("title")} titleId="leave-effect" className={className}>
      <div aria-live="polite" aria-busy={state === "loading"} className="flex flex-col gap-4">
        {preview ? <Shown {...{ preview, faults, keepsDecision, ...rest }} /> : null}
        {state === "refused" ? <Faults faults={faults} /> : null}
        {preview || state === "shown" || state === "refused" ? null : (
          <p className="text-muted">{t(state)}</p>
        )}
      </div>
    </Card>
  );
}

type ShownProps = Pick<EffectProps, "faults" | "keepsDecision" | "parts" | "onPart"> & {
  preview: LeavePreview;
};

function Shown({ preview, faults, keepsDecision, parts, onPart }: ShownProps) {
  const t = useTranslations("leaves.effect");
  const dates = useLeaveDates();
  const day = (date: string) => dates({ startDate: date, endDate: date });
  const free = preview.days.filter(({ kind }) => kind === "NON_WORKING_DAY").length;
  const interrupted = preview.days.filter(({ kind }) => kind === "INTERRUPTED").length;
  const counted = preview.days.filter(({ kind }) => kind === "CALENDAR_DAY").length;
  const after = preview.days.at(-1)?.after ?? 0;
  // Days that count though they are free are no working days.
  const days = counted > 0 || after > 0 ? "allDays" : "days";
  const holidays = preview.days.filter(({ kind }) => kind === "HOLIDAY" || kind === "HALF_DAY_HOLIDAY");
  return (
    <>
      <Faults faults={faults} />
      <Parts parts={parts} onPart={onPart} />
      <Rules preview={preview} />
      <CertificateDue rules={preview.rules} />
      <div>
        <p className="font-semibold text-base">
          {t(days, amountOf(preview.durationWorkingDays, preview.durationHours, preview.dayHours))}
        </p>
        <Lines>
          {counted > 0 ? t("freeCounted", { count: counted }) : null}
          {after > 0 ? t("afterwards", amountIn(after, preview.hoursPerDay, preview.dayHours)) : null}
          {free > 0 ? t("free", { count: free }) : null}
          {interrupted > 0 ? t("interrupted", { count: interrupted }) : null}
          {holidays.map(({ date, kind, holiday }) =>
            t(kind === "HOLIDAY" ? "holiday" : "halfHoliday", { date: day(date), name: holiday ?? "" }),
          )}
        </Lines>
      </div>
      <Returned preview={preview} />
      <Balance preview={preview} />
      {keepsDecision ? <Lines>{t("keeps")}</Lines> : <Approval preview={preview} />}
      <Colleagues preview={preview} />
    </>
  );
}

/** The leave rules that it breaks, with the days that are hit. */
function Rules({ preview: { rules, days, mayOverride } }: { preview: LeavePreview }) {
  const t = useTranslations("leaves.rules");
  if (brokenAmong(rules).length === 0) return null;
  const isRefused = isRefusedByRules({ rules });
  return (
    <Note
      tone={isRefused && !mayOverride ? "danger" : "warning"}
      title={t(isRefused ? (mayOverride ? "overridable" : "refused") : "warned")}
    >
      <BrokenRules rules={rules} dayCount={days.filter(({ amount }) => amount > 0).length} advises />
    </Note>
  );
}

function Faults({ faults }: Pick<EffectProps, "faults">) {
  const t = useTranslations("leaves.effect");
  if (faults.length === 0) return null;
  return (
    <Note tone="warning" title={t("blocked")}>
      <ul>
        {faults.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Note>
  );
}

/** Offers the days before and after company leave, each to be asked for on its own. */
function Parts({ parts, onPart }: Pick<EffectProps, "parts" | "onPart">) {
  const t = useTranslations("leaves.effect");
  const dates = useLeaveDates();
  if (parts.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {parts.map((days) => (
        <Button key={days.startDate} size="sm" onClick={() => onPart(days)}>
          {t("askFor", { dates: dates(days) })}
        </Button>
      ))}
    </div>
  );
}

/** The days of other leave that come back, or that count again. */
function Returned({ preview: { interruptedLeaves, approval, dayHours } }: { preview: LeavePreview }) {
  const t = useTranslations("leaves.effect");
  const dates = useLeaveDates();
  return (
    <Lines>
      {interruptedLeaves.map(
        ({ startDate, endDate, status, workingDaysBefore, workingDaysAfter, hoursPerDay }) => {
          const days = workingDaysBefore - workingDaysAfter;
          const leave = dates({ startDate, endDate });
          if (status === "OPEN")
            return t("fewer", { ...amountIn(workingDaysAfter, hoursPerDay, dayHours), leave });
          if (days < 0) return t("countAgain", { ...amountIn(-days, hoursPerDay, dayHours), leave });
          return t(approval?.required ? "comeBackLater" : "comeBack", {
            ...amountIn(days, hoursPerDay, dayHours),
            leave,
          });
        },
      )}
    </Lines>
  );
}

function Balance({ preview: { balance, hoursPerDay, dayHours } }: { preview: LeavePreview }) {
  const t = useTranslations("leaves.effect");
  const format = useFormatter();
  if (!balance) return null;
  const amount = (days: number) => amountIn(days, hoursPerDay, dayHours);
  return (
    <Lines>
      {balance.unlimited ? t("unlimited") : null}
      {balance.years.flatMap(({ start, end, remainingBefore, remainingAfter, carriedOverUsed }) => [
        t("balance", {
          unit: unitOf(amount(remainingAfter)),
          before: figureOf(amount(remainingBefore), format.number, unitOf(amount(remainingAfter))),
          after: figureOf(amount(remainingAfter), format.number),
          year:
            start.slice(0, 4) === end.slice(0, 4)
              ? start.slice(0, 4)
              : `${start.slice(0, 4)}/${end.slice(2, 4)}`,
        }),
        carriedOverUsed > 0 ? t("carried", amount(carriedOverUsed)) : null,
      ])}
    </Lines>
  );
}

/** Maximum names of the same days: more would hide the point. */
const maxNames = 3;

/** The absent colleagues, each once, with the days of the leave on which they are away; those of the same days together. */
function Colleagues({ preview: { colleaguesAway, days } }: { preview: LeavePreview }) {
  const t = useTranslations("leaves.effect");
  const format = useFormatter();
  const dates = useLeaveDates();
  return (
    <Lines>
      {spansAway(colleaguesAway, days).map(({ names, spans }) => {
        const rest = names.length - maxNames;
        const shown = rest > 0 ? [...names.slice(0, maxNames), t("more", { count: rest })] : names;
        return t("colleagues", {
          count: names.length,
          names: format.list(shown, "all"),
          dates: format.list(spans.map(dates), "all"),
        });
      })}
    </Lines>
  );
}
