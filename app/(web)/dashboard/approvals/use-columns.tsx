"use client";

import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_resource/list-record";
import { Checkbox } from "@/app/_ui/checkbox";
import { TextLink } from "@/app/_ui/text-link";
import type { Selection } from "@/app/(web)/dashboard/approvals/approvals";
import { DecideButtons } from "@/app/(web)/dashboard/approvals/decide-buttons";
import type { Row } from "@/app/(web)/dashboard/approvals/decisions/rows";
import { EndNote } from "@/app/(web)/dashboard/approvals/end-note";
import { InPlaceOf, useDay, Warnings } from "@/app/(web)/dashboard/approvals/request-facts";
import { TypeName } from "@/app/(web)/dashboard/leaves/type-name";
import { useLeaveDates } from "@/app/(web)/dashboard/leaves/use-leave-dates";
import { paths } from "@/app/(web)/dashboard/paths";

type Options = {
  selection: Selection;
  /** Whether its panel is open. */
  isOpened: (row: Row) => boolean;
};

/** The columns of the queue. From 1,024 px on, the panel has the decision buttons; below that, the row does. */
export function useColumns({ selection, isOpened }: Options): ListColumn<Row>[] {
  const t = useTranslations("approvals");
  const leaves = useTranslations("leaves");
  const dates = useLeaveDates();
  const day = useDay();
  return [
    {
      label: t("columns.select"),
      actions: true,
      className: "align-top pe-0",
      cell: ({ request, isOpen }) =>
        isOpen ? (
          <Checkbox
            checked={selection.ids.has(request.id)}
            onChange={() => selection.toggle(request.id)}
            label={
              <span className="sr-only">
                {t("selectOf", { name: request.userName, dates: dates(request) })}
              </span>
            }
          />
        ) : null,
    },
    {
      label: t("columns.request"),
      header: true,
      className: "align-top cards:font-normal",
      cell: (row) => {
        const { request, isOpen } = row;
        const name = <span className="wrap-anywhere">{request.userName}</span>;
        return (
          <>
            <span className="flex flex-wrap items-baseline gap-x-2">
              {isOpen ? (
                // No prefetch: the panel beside the queue needs no page load.
                <TextLink quiet href={`${paths.approvals}?leave=${request.id}`} prefetch={false}>
                  {name}
                </TextLink>
              ) : (
                <span className="font-medium text-muted">{name}</span>
              )}
              <span className="text-muted text-xs wrap-anywhere">{request.departmentName}</span>
            </span>
            <span className="flex flex-wrap items-center gap-x-3 text-muted">
              <TypeName name={request.typeName} color={request.typeColor} />
              <span>{leaves("days", { days: request.durationWorkingDays })}</span>
            </span>
            <InPlaceOf {...request} />
            {isOpen ? <Warnings warnings={request.warnings} /> : null}
            <EndNote row={row} />
          </>
        );
      },
    },
    {
      label: t("columns.dates"),
      className: "align-top lg:columns:whitespace-nowrap",
      cell: ({ request }) => dates(request),
    },
    {
      label: t("columns.until"),
      className: "align-top whitespace-nowrap",
      cell: ({ request: { deadline, levels, level } }) => (
        <span>
          {day(deadline)}
          {levels === 2 ? <span className="block text-muted text-xs">{t("level", { level })}</span> : null}
        </span>
      ),
    },
    {
      label: t("columns.decide"),
      bare: true,
      className: "align-top",
      narrowOnly: true,
      cell: (row) => (row.isOpen && !isOpened(row) ? <DecideButtons request={row.request} /> : null),
    },
  ];
}
