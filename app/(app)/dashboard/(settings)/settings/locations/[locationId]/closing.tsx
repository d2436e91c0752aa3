"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useFaultWords } from "@/app/_kit/form/use-fault-words";
import { Card } from "@/app/_kit/ui/card";
import { DateField } from "@/app/_kit/ui/date-field";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Note } from "@/app/_kit/ui/note";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { useAnswer } from "@/app/_trpc/use-answer";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import { limits } from "@/drizzle/schema/limits";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Props = {
  id: string;
  /** The last closed day; null while all days are open. */
  closedThrough: string | null;
  /** The last day of the month before: what is closed most often. */
  usualDay: string;
  /** The pay period of the last closed day, and its latest payroll run. */
  paid: Paid | null;
};

type Paid = { startDate: string; endDate: string; run: { id: string; number: number } | null };

/** Up to which day the location's leave is closed; closing more of it, and reopening. */
export function Closing({ id, closedThrough, usualDay, paid }: Props) {
  const t = useTranslations("places.closing");
  const calls = useTRPCClient().closings;
  const dates = useLeaveDates();
  const day = (date: string) => dates({ startDate: date, endDate: date });
  const first = closedThrough !== null && closedThrough >= usualDay ? "" : usualDay;
  const [through, setThrough] = useState(first);
  const [fault, setFault] = useState<string | null>(null);
  const wordsOf = useFaultWords();
  const choose = (day: string) => {
    setThrough(day);
    setFault(null);
  };
  const [kept, setKept] = useState("");
  const [reason, setReason] = useState("");
  const [isReasonMissing, setReasonMissing] = useState(false);
  return (
    <Card title={t("title")} titleId="location-closing" className="max-w-3xl">
      <p>{closedThrough === null ? t("none") : t("closed", { date: day(closedThrough) })}</p>
      {paid ? <PaidPeriod {...paid} /> : null}
      <p className="text-muted">{t("text")}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ConfirmButton
          label={t("close.button")}
          button={{ variant: "secondary" }}
          title={t("close.title")}
          confirmLabel={t("close.confirm")}
          tone="primary"
          onClose={() => choose(first)}
          check={async () => {
            if (!isCalendarDate(through)) {
              setFault(t("close.faults.missing"));
              return false;
            }
            // Where it can't be read, closing says why.
            const { effect, refused } = await calls.preview.query({ id, closing: { through } }).then(
              (found) => ({ effect: found, refused: undefined }),
              (error) => ({ effect: null, refused: errorOf(error)?.details?.fields?.[0] }),
            );
            const isWaiting = effect !== null && effect.waitingCount > 0;
            setFault(isWaiting ? t("close.faults.waiting") : refused ? wordsOf(refused) : null);
            return !isWaiting && !refused;
          }}
          act={async () => {
            await calls.close.mutate({ id, closing: { through } });
            return { message: t("close.done") };
          }}
        >
          <DateField
            label={t("close.through")}
            value={through}
            onChange={choose}
            error={fault ?? undefined}
            openAt={usualDay}
            pastDays={400}
          />
          <ClosingEffect id={id} through={isCalendarDate(through) ? through : null} />
        </ConfirmButton>
        {closedThrough === null ? null : (
          <ConfirmButton
            label={t("reopen.button")}
            button={{ variant: "secondary" }}
            title={t("reopen.title")}
            confirmLabel={t("reopen.button")}
            onClose={() => {
              setKept("");
              setReason("");
              setReasonMissing(false);
            }}
            check={() => {
              setReasonMissing(reason.trim() === "");
              return reason.trim() !== "";
            }}
            act={async () => {
              await calls.reopen.mutate({ id, reopening: { through: kept === "" ? null : kept, reason } });
              return { message: t("reopen.done") };
            }}
          >
            <p className="mb-4">{t("reopen.text")}</p>
            <Corrections id={id} through={isCalendarDate(kept) ? kept : null} />
            <div className="flex flex-col gap-4">
              <DateField
                label={t("reopen.through")}
                help={t("reopen.throughHelp")}
                value={kept}
                onChange={setKept}
                openAt={closedThrough}
                pastDays={400}
              />
              <Field
                label={t("reopen.reason")}
                help={t("reopen.reasonHelp")}
                error={isReasonMissing && reason.trim() === "" ? t("reopen.reasonMissing") : undefined}
                required
              >
                <Input
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                  maxLength={limits.reason}
                />
              </Field>
            </div>
          </ConfirmButton>
        )}
      </div>
    </Card>
  );
}

/** The way from the closed days to the payroll run of their pay period. */
function PaidPeriod({ run, ...days }: Paid) {
  const t = useTranslations("places.closing.run");
  const dates = useLeaveDates()(days);
  const link = (href: string) => (text: ReactNode) => <TextLink href={href}>{text}</TextLink>;
  return (
    <p>
      {run
        ? t.rich("made", { dates, number: run.number, link: link(paths.payrollRun(run.id)) })
        : t.rich("none", { dates, link: link(paths.newPayrollRun) })}
    </p>
  );
}

/** Requests of leave, and credits, named in the dialog. */
const maxNamed = 5;

const balanceOf = (userId: string): string => `${paths.balances}?user=${userId}`;
/** Both pages of credits have them under this heading. */
const creditAt = (page: string): string => `${page}#credits-title`;

/** What would be closed, and the requests that have to be decided first; announced once known. */
function ClosingEffect({ id, through }: { id: string; through: string | null }) {
  const t = useTranslations("places.closing.effect");
  const calls = useTRPCClient().closings;
  const dates = useLeaveDates();
  const { shown, error, isLoading } = useAnswer(through, (day: string) =>
    calls.preview.query({ id, closing: { through: day } }),
  );
  const effect = through === null || error ? null : (shown?.found ?? null);
  const leaves = effect?.waitingLeaves.slice(0, maxNamed) ?? [];
  const credits = effect?.waitingCredits.slice(0, maxNamed) ?? [];
  const unnamedCount = (effect?.waitingCount ?? 0) - leaves.length - credits.length;
  const wordsOf = useFaultWords();
  const fault = errorOf(error)?.details?.fields?.[0];
  return (
    <div role="status" aria-busy={isLoading} className="mt-4 flex flex-col gap-2 text-muted">
      {effect ? (
        <>
          <p>{t("leaves", { count: effect.leaveCount })}</p>
          {effect.leaveTypes.length > 0 ? (
            <ul className="list-disc ps-5">
              {effect.leaveTypes.map(({ leaveTypeId, name, days }) => (
                <li key={leaveTypeId}>{t("days", { name, days })}</li>
              ))}
            </ul>
          ) : null}
          {effect.waitingCount > 0 ? (
            <Note tone="danger">
              {t("waiting", { count: effect.waitingCount })}
              <ul className="list-disc ps-5">
                {leaves.map(({ leaveId, userName, startDate, endDate }) => (
                  <li key={leaveId}>
                    <TextLink href={paths.leave(leaveId)}>
                      {userName}: {dates({ startDate, endDate })}
                    </TextLink>
                  </li>
                ))}
                {credits.map(({ id: creditId, userId, userName, days, earnedOn: day, isDecidable }) => (
                  <li key={creditId}>
                    <TextLink href={creditAt(isDecidable ? paths.approvals : balanceOf(userId))}>
                      {t("credit", { name: userName, days, date: dates({ startDate: day, endDate: day }) })}
                    </TextLink>
                  </li>
                ))}
              </ul>
              {unnamedCount > 0 ? t("more", { count: unnamedCount }) : null}
            </Note>
          ) : null}
        </>
      ) : through === null ? null : (
        <p>{fault ? wordsOf(fault) : t(error ? "failed" : "loading")}</p>
      )}
    </div>
  );
}

/** Corrections of the days that would be open: they count beside the leave that is entered there then. */
function Corrections({ id, through }: { id: string; through: string | null }) {
  const t = useTranslations("places.closing.reopen");
  const calls = useTRPCClient().closings;
  const dates = useLeaveDates();
  const { shown } = useAnswer({ id, through }, (asked) => calls.corrections.query(asked));
  const found = shown?.found ?? [];
  return (
    <div role="status" className="mb-4 empty:hidden">
      {found.length > 0 ? (
        <Note tone="warning">
          {t("corrections", { count: found.length })}
          <ul className="list-disc ps-5">
            {found.slice(0, maxNamed).map((one) => (
              <li key={one.id}>
                <TextLink href={balanceOf(one.userId)}>
                  {one.userName}: {dates(one)}
                </TextLink>
              </li>
            ))}
          </ul>
        </Note>
      ) : null}
    </div>
  );
}
