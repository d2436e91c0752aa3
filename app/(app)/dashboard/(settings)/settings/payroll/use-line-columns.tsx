import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import type { Column } from "@/app/_kit/ui/data-table";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

export type PayrollLine = inferRouterOutputs<AppRouter>["payroll"]["lines"]["items"][number];

const inDays = { maximumFractionDigits: 3 } as const;
const inHours = { maximumFractionDigits: 2 } as const;

/** Numbers of days and hours. */
export function useAmounts() {
  const format = useFormatter();
  return {
    days: (days: number) => format.number(days, inDays),
    hours: (hours: number) => format.number(hours, inHours),
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
    { label: t("columns.kind"), cell: ({ kind }) => t(`kind.${kind}`) },
    {
      label: t("columns.type"),
      cell: ({ leaveTypeName, wageCode }) => (wageCode ? `${leaveTypeName} (${wageCode})` : leaveTypeName),
    },
    {
      label: t("columns.dates"),
      cell: ({ firstDay, lastDay }) => dates({ startDate: firstDay, endDate: lastDay }),
    },
    { label: t("columns.days"), align: "right", cell: ({ days }) => amounts.days(days) },
    { label: t("columns.hours"), align: "right", cell: ({ hours }) => amounts.hours(hours) },
  ];
}
