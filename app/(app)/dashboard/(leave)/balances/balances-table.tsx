"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { TextLink } from "@/app/_kit/ui/text-link";
import { addressOf, type Wanted } from "@/app/(app)/dashboard/(leave)/balances/address";
import { PhoneBalances } from "@/app/(app)/dashboard/(leave)/balances/phone-balances";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn } from "@/server/kernel/time/amount";

export type Balance = inferRouterOutputs<AppRouter>["balances"]["list"][number];

type Props = { balances: readonly Balance[]; wanted: Wanted; explained: string | null; asOf: string };

/** A table of balances with every term; on a phone one of them, and a line for each other. */
export function BalancesTable({ balances, ...shown }: Props) {
  const t = useTranslations("balances");
  const { type, terms, left, explain } = useColumns({
    ...shown,
    hasCredits: balances.some(({ credited, credits }) => credited > 0 || credits.length > 0),
  });
  return (
    <div>
      <div className="max-md:hidden">
        <ResourceList
          caption={t("title")}
          columnsFrom={60}
          columns={[type, ...terms, left, explain]}
          rows={balances}
          rowKey={({ leaveTypeId, leaveTypeName }) => leaveTypeId ?? leaveTypeName}
        />
      </div>
      <div className="md:hidden">
        <PhoneBalances
          label={t("title")}
          {...{ balances, explained: shown.explained, columns: { type, terms, explain } }}
        />
      </div>
    </div>
  );
}

type Shown = Omit<Props, "balances"> & { hasCredits: boolean };

function useColumns({ wanted, explained, asOf, hasCredits }: Shown) {
  const t = useTranslations("balances");
  const dates = useLeaveDates();
  const number = (label: string, daysOf: (row: Balance) => number): ListColumn<Balance> => ({
    label,
    align: "right",
    cell: (row) => (
      <span className="tabular-nums">
        {row.unlimited && daysOf(row) === 0
          ? "–"
          : t("number", amountIn(daysOf(row), row.hoursPerDay, row.dayHours))}
      </span>
    ),
  });
  const credited: ListColumn<Balance> = {
    label: t("columns.credited"),
    align: "right",
    cell: (row) => (
      <span className="tabular-nums">
        {row.unlimited ? "–" : t("number", amountIn(row.credited, row.hoursPerDay, row.dayHours))}
        {row.credits
          .filter(({ days, used }) => used < days)
          .map(({ id, days, used, expiresOn }) => (
            <span key={id} className="block text-muted text-xs">
              {t("creditLeft", {
                ...amountIn(days - used, row.hoursPerDay, row.dayHours),
                date: dates({ startDate: expiresOn, endDate: expiresOn }),
              })}
            </span>
          ))}
      </span>
    ),
  };
  const type: ListColumn<Balance> = {
    label: t("columns.type"),
    header: true,
    cell: ({ leaveTypeName, leaveTypeColor }) => <TypeName name={leaveTypeName} color={leaveTypeColor} />,
  };
  const terms: ListColumn<Balance>[] = [
    number(t("columns.given"), ({ accrued }) => accrued),
    number(t("columns.adjusted"), ({ adjusted }) => adjusted),
    {
      label: t("columns.carriedOver"),
      align: "right",
      cell: ({ carriedOver, carriedOverExpiresAt: until, unlimited, hoursPerDay, dayHours }) => (
        <span className="tabular-nums">
          {unlimited ? "–" : t("number", amountIn(carriedOver, hoursPerDay, dayHours))}
          {until ? (
            <span className="block text-muted text-xs">
              {t(until < asOf ? "usedUntil" : "until", { date: dates({ startDate: until, endDate: until }) })}
            </span>
          ) : null}
        </span>
      ),
    },
    ...(hasCredits ? [credited] : []),
    number(t("columns.taken"), ({ taken }) => taken),
    number(t("columns.booked"), ({ scheduled }) => scheduled),
    number(t("columns.pending"), ({ pending }) => pending),
  ];
  const left: ListColumn<Balance> = {
    label: t("columns.remaining"),
    align: "right",
    cell: ({ remaining, hoursPerDay, dayHours }) => (
      <strong className="font-semibold tabular-nums">
        {remaining === null ? t("unlimited") : t("number", amountIn(remaining, hoursPerDay, dayHours))}
      </strong>
    ),
  };
  const explain: ListColumn<Balance> = {
    label: t("columns.explain"),
    cell: ({ leaveTypeId, leaveTypeName }) =>
      leaveTypeId === null ? null : (
        <TextLink
          href={`${addressOf({ ...wanted, type: leaveTypeId })}#explanation`}
          aria-label={t("explainOf", { type: leaveTypeName })}
          aria-current={leaveTypeId === explained ? "true" : undefined}
        >
          {t("explain")}
        </TextLink>
      ),
  };
  return { type, terms, left, explain };
}
