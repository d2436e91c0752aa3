import { getFormatter, getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { addressOf } from "@/app/(app)/dashboard/(leave)/balances/address";
import { AdjustBalance } from "@/app/(app)/dashboard/(leave)/balances/adjust-balance";
import { LeaveDates, LeaveStatusBadge, TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { YearFigure } from "@/app/(app)/dashboard/(leave)/leaves/year/year-figure";
import type { PersonYear } from "@/app/(app)/dashboard/(leave)/leaves/year/year-picture";
import { ComingLeave } from "@/app/(app)/dashboard/(team)/people/[userId]/coming-leave";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { paths } from "@/app/paths";
import { amountIn, amountOf } from "@/server/kernel/time/amount";
import { utcDay } from "@/server/kernel/time/clock";

type Props = { person: PersonDetails };

/** A colleague within sight only: a link to the calendar. */
export async function Colleague({ person: { department } }: Props) {
  const t = await getTranslations("people.leave");
  const calendar = (
    <TextLink href={`${paths.wallchart}?department=${department.id}`}>{t("wallchart")}</TextLink>
  );
  return (
    <Card title={t("title")} titleId="person-leave" actions={calendar}>
      <p className="text-muted">{t("colleague")}</p>
    </Card>
  );
}

/** The days left of each leave type with a limit; who may changes them here. */
export async function BalancesOf({ person: { id }, mayAdjust }: Props & { mayAdjust: boolean }) {
  const [t, balances] = await Promise.all([
    getTranslations("people.leave"),
    load(caller().balances.list({ userId: id })),
  ]);
  const rows = balances.data ?? [];
  const limited = rows.filter(({ unlimited }) => !unlimited);
  const known = rows.filter(({ leaveTypeId }) => leaveTypeId !== null);
  const chosen = limited.find(({ leaveTypeId }) => leaveTypeId !== null)?.leaveTypeId ?? null;
  return (
    <Card
      title={t("balances")}
      titleId="person-balances"
      actions={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TextLink href={addressOf({ user: id, asOf: null, type: null })}>{t("allBalances")}</TextLink>
          {mayAdjust && chosen ? (
            <AdjustBalance userId={id} types={known} chosen={chosen} variant="secondary" />
          ) : null}
        </span>
      }
    >
      {balances.error ? <LoadError error={balances.error} /> : null}
      {limited.length > 0 ? (
        <ul aria-label={t("left")} className="flex flex-wrap gap-x-8 gap-y-3">
          {limited.map(({ leaveTypeId, leaveTypeName, remaining, hoursPerDay, dayHours }) => (
            <li key={leaveTypeId ?? leaveTypeName}>
              <span className="block font-semibold text-lg tabular-nums">
                {t("days", amountIn(remaining ?? 0, hoursPerDay, dayHours))}
              </span>
              <span className="text-muted">{leaveTypeName}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {balances.data && limited.length === 0 ? <p className="text-muted">{t("noBalance")}</p> : null}
    </Card>
  );
}

/** The leave to come, the year in one picture, and what was taken in it. */
export async function LeaveOf({ person: { id, department } }: Props) {
  const year = Number(utcDay(new Date()).slice(0, 4));
  const [t, coming, found] = await Promise.all([
    getTranslations("people.leave"),
    load(caller().leaves.comingOf({ userId: id })),
    load(caller().leaves.year({ userId: id, year })),
  ]);
  return (
    <Card
      title={t("title")}
      titleId="person-leave"
      actions={
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          <TextLink href={paths.year({ user: id, year })}>{t("year")}</TextLink>
          <TextLink href={`${paths.wallchart}?department=${department.id}`}>{t("wallchart")}</TextLink>
        </span>
      }
    >
      <div className="flex flex-col gap-5">
        {coming.error ? <LoadError error={coming.error} /> : null}
        {coming.data?.length ? <ComingLeave leaves={coming.data} /> : null}
        {coming.data?.length === 0 ? <p className="text-muted">{t("none")}</p> : null}
        {found.error ? <LoadError error={found.error} /> : null}
        {found.data ? (
          <>
            <YearFigure view={found.data} year={year} />
            <Taken view={found.data} year={year} />
          </>
        ) : null}
      </div>
    </Card>
  );
}

/** The leave of the year that is over, latest first. */
async function Taken({ view, year }: { view: PersonYear; year: number }) {
  const t = await getTranslations();
  const taken = view.leaves
    .filter(({ endDate, status }) => endDate < view.today && status === "APPROVED")
    .reverse();
  if (taken.length === 0) return null;
  return (
    <details>
      <summary className="font-medium">{t("people.leave.taken", { count: taken.length, year })}</summary>
      <ul className="mt-2 divide-y divide-line">
        {taken.map((leave) => (
          <li key={leave.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <TextLink quiet href={paths.leave(leave.id)} prefetch={false} className="grow font-medium">
              <LeaveDates {...leave} />
            </TextLink>
            {leave.type ? <TypeName {...leave.type} /> : <span>{t("year.private")}</span>}
            <span className="text-muted tabular-nums">
              {t("leaves.days", amountOf(leave.days, leave.hours, view.dayHours))}
            </span>
            <LeaveStatusBadge status={leave.status} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Who decides the person's leave: "Maja decides, then Ana". */
export async function DecidersOf({ person: { id } }: Props) {
  const [t, format, found] = await Promise.all([
    getTranslations("people.deciders"),
    getFormatter(),
    load(caller().leaves.deciders({ userId: id })),
  ]);
  const sentence = ({ isRequired, approvers }: NonNullable<typeof found.data>[number]): string => {
    if (!isRequired) return t("noOne");
    const at = (level: number) => approvers.filter((one) => one.level === level).map(({ name }) => name);
    const [first, second] = [at(1), at(2)];
    const either = (names: readonly string[]) => format.list(names, "either");
    if (first.length === 0 && second.length === 0) return t("anyone");
    if (first.length === 0 || second.length === 0) {
      const names = first.length > 0 ? first : second;
      return t("one", { names: either(names), count: names.length });
    }
    return t("two", { first: either(first), count: first.length, second: either(second) });
  };
  return (
    <Card title={t("title")} titleId="person-deciders">
      {found.error ? <LoadError error={found.error} /> : null}
      {found.data?.length === 0 ? <p className="text-muted">{t("none")}</p> : null}
      {found.data?.length ? (
        <ul className="flex flex-col gap-2">
          {found.data.map((some) => (
            <li key={some.types.join()} className="wrap-anywhere">
              {sentence(some)}
              {found.data.length > 1 ? (
                <span className="block text-muted text-xs">{format.list(some.types)}</span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
