"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Named } from "@/app/_kit/ui/avatar";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { Request, RequestContext } from "@/app/(app)/dashboard/(team)/approvals/request";
import { useDay } from "@/app/(app)/dashboard/(team)/approvals/request-facts";
import { TeamWeeks } from "@/app/(app)/dashboard/(team)/approvals/team-weeks";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { amountIn, amountOf, figureOf } from "@/server/kernel/time/amount";

type Props = {
  request: Request;
  context: RequestContext;
  self: string;
  leaveTypes: Choices["leaveTypes"];
};

/** The context of a decision: everything it depends on. */
export function ContextView({ request, context, self, leaveTypes }: Props) {
  return (
    <>
      {request.isCancelling ? null : <Balance {...context} isChange={request.changes !== null} />}
      <Returned {...context} />
      <Holidays holidays={context.holidays} />
      <TeamWeeks {...{ request, context, leaveTypes }} />
      <Deciders context={context} self={self} />
      <History history={context.history} days={context.historyDays} />
    </>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t pt-3">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        {note ? <span className="text-muted text-xs">{note}</span> : null}
      </div>
      {children}
    </section>
  );
}

function Balance({
  balance,
  hoursPerDay,
  dayHours,
  isChange,
}: Pick<RequestContext, "balance" | "hoursPerDay" | "dayHours"> & { isChange: boolean }) {
  const t = useTranslations("approvals.context");
  const day = useDay();
  const format = useFormatter();
  if (balance === null) return <Part title={t("balance")}>{t("noBalance")}</Part>;
  if (balance.unlimited) return <Part title={t("balance")}>{t("unlimited")}</Part>;
  return (
    <Part title={t("balance")}>
      <ul>
        {balance.years.map(({ asOf, remainingBefore: before, remainingAfter: after }) => (
          <li key={asOf} className="flex flex-wrap items-baseline gap-x-2">
            <span className={after < 0 ? "font-medium text-warning-text" : "font-medium"}>
              {t("left", amountIn(after, hoursPerDay, dayHours))}
            </span>
            <span className="text-muted">
              {t(isChange ? "unchanged" : "without", {
                before: figureOf(
                  amountIn(before, hoursPerDay, dayHours),
                  format.number,
                  amountIn(after, hoursPerDay, dayHours).unit,
                ),
                date: day(asOf),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The days of other leave that come back once it is approved. */
function Returned({
  interruptedLeaves: leaves,
  dayHours,
}: Pick<RequestContext, "interruptedLeaves" | "dayHours">) {
  const t = useTranslations("approvals.context");
  const dates = useLeaveDates();
  if (leaves.length === 0) return null;
  return (
    <Part title={t("returned")}>
      <ul>
        {leaves.map((leave) => (
          <li key={leave.leaveId}>
            {t("returnedOf", {
              ...amountIn(leave.returnedDays, leave.hoursPerDay, dayHours),
              leave: dates(leave),
            })}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Holidays({ holidays }: Pick<RequestContext, "holidays">) {
  const t = useTranslations("approvals.context");
  const day = useDay();
  if (holidays.length === 0) return null;
  return (
    <Part title={t("holidays")}>
      <ul>
        {holidays.map(({ date, name, isHalfDay }) => (
          <li key={`${date} ${name}`} className="wrap-anywhere">
            {day(date)}: {isHalfDay ? t("halfDay", { name }) : name}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Deciders({ context, self }: { context: RequestContext; self: string }) {
  const t = useTranslations("approvals.context");
  const format = useFormatter();
  const day = useDay();
  const { approvers, level, levels } = context;
  const isTurn = (one: number) => levels === 1 || one === level;
  const others = approvers.filter((one) => one.userId !== self && isTurn(one.level));
  const after = approvers.filter((one) => levels === 2 && level === 1 && one.level === 2);
  const names = after.flatMap(({ name }) => name ?? []);
  return (
    <Part title={t("deciders")}>
      {levels === 1 ? null : (
        <p className="mb-1">
          {level === 2
            ? t("lastLevel")
            : names.length > 0
              ? t("then", { names: format.list(names, "either") })
              : t("thenSomeone")}
        </p>
      )}
      {others.length === 0 ? (
        <p className="text-muted">{t("nobodyElse")}</p>
      ) : (
        <ul>
          {others.map(({ userId, name, awayUntil }) => (
            <li key={userId} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5 wrap-anywhere">
              {name ? <Named name={name} /> : t("anApprover")}
              {awayUntil ? (
                <span className="text-muted">{t("awayUntil", { date: day(awayUntil) })}</span>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Maximum entries shown; longer lists count the rest. */
const maxShown = 6;

function History({ history, days }: Pick<RequestContext, "history"> & { days: number }) {
  const t = useTranslations("approvals.context");
  const leaves = useTranslations("leaves");
  const words = useTranslations("wallchart");
  const dates = useLeaveDates();
  return (
    <Part
      title={t("history")}
      {...(history.length > 0 ? { note: leaves("days", amountOf(days, null)) } : {})}
    >
      {history.length === 0 ? <p className="text-muted">{t("noHistory")}</p> : null}
      <ul className="flex flex-col gap-1">
        {history.slice(0, maxShown).map((leave) => (
          <li key={`${leave.startDate} ${leave.startMinutes}`} className="flex flex-wrap gap-x-3">
            <span>{dates(leave)}</span>
            <span className="text-muted">
              {leave.type ? <TypeName {...leave.type} /> : words("awayType")}
            </span>
            {leave.status === "OPEN" ? <span className="text-muted">{leaves("status.OPEN")}</span> : null}
          </li>
        ))}
      </ul>
      {history.length > maxShown ? (
        <p className="mt-1 text-muted">{t("moreHistory", { count: history.length - maxShown })}</p>
      ) : null}
    </Part>
  );
}
