import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import type { Column } from "@/app/_kit/ui/data-table";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { amountOf, figureOf, toHundredths } from "@/server/kernel/time/amount";

export type PayrollLine = inferRouterOutputs<AppRouter>["payroll"]["lines"]["items"][number];

type Counted = { days: number; hours: number };

/** The days of a line, as people read them (decision 18.11): a day has the hours that its own have. Files have the exact numbers. */
export const daysOf = ({ days, hours }: Counted) => amountOf(days, null, days === 0 ? null : hours / days);
export const hoursOf = ({ days, hours }: Counted) => amountOf(days, hours);

/** Figures of days and hours. Sums over people have days of no length: they are decimal, as in the file. */
export function useAmounts() {
  const format = useFormatter();
  return {
    days: (counted: Counted) => figureOf(daysOf(counted), format.number, "days"),
    sumOfDays: ({ days }: Counted) => format.number(toHundredths(days)),
    hours: (counted: Counted) => figureOf(hoursOf(counted), format.number, "hours"),
  };
}

/** The columns of lines: who, what, when and how much. */
export function useLineColumns(): Omit<Column<PayrollLine>, "sort" | "onSort">[] {
  const t = useTranslations("payroll");
  const dates = useLeaveDates();
  const amounts = useAmounts();
  return [
    {
      label: t("columns.person"),
      header: true,
      cell: ({ userId, name }) => <TextLink href={paths.person(userId)}>{name}</TextLink>,
    },
    { label: t("columns.employeeId"), cell: ({ employeeId }) => employeeId ?? "–" },
    {
      label: t("columns.kind"),
      cell: ({ kind, days }) =>
        // Its number is what was taken beyond what was paid, with the other sign than in the balance.
        kind === "CORRECTION" ? t(days < 0 ? "correction.fewer" : "correction.more") : t(`kind.${kind}`),
    },
    {
      label: t("columns.type"),
      cell: ({ leaveTypeName, wageCode }) => (wageCode ? `${leaveTypeName} (${wageCode})` : leaveTypeName),
    },
    {
      label: t("columns.dates"),
      cell: ({ firstDay, lastDay }) => dates({ startDate: firstDay, endDate: lastDay }),
    },
    { label: t("columns.days"), align: "right", cell: amounts.days },
    { label: t("columns.hours"), align: "right", cell: amounts.hours },
  ];
}
