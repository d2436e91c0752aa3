"use client";

import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { Named } from "@/app/_kit/ui/avatar";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { TextLink } from "@/app/_kit/ui/text-link";
import { BrokenRules } from "@/app/(app)/dashboard/(leave)/leaves/broken-rules";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { DecideButtons } from "@/app/(app)/dashboard/(team)/approvals/decide-buttons";
import { isSelectable, type Row } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import { DecisionNote } from "@/app/(app)/dashboard/(team)/approvals/end-note";
import { QuestionNote } from "@/app/(app)/dashboard/(team)/approvals/question-note";
import { Asks, InPlaceOf, useDay, Warnings } from "@/app/(app)/dashboard/(team)/approvals/request-facts";
import type { Selection } from "@/app/(app)/dashboard/(team)/approvals/use-selection";
import { DatesLink } from "@/app/(app)/dashboard/(team)/approvals/wallchart-link";
import { amountOf } from "@/server/kernel/time/amount";

type Options = {
  selection: Selection;
  /** The address of a request beside the queue. */
  linkOf: (id: string) => string;
  /** Whether its panel is open. */
  isOpened: (row: Row) => boolean;
};

/** The columns of the queue. From 1,024 px on, the panel has the decision buttons; below that, the row does. */
export function useColumns({ selection, linkOf, isOpened }: Options): ListColumn<Row>[] {
  const t = useTranslations("approvals");
  const leaves = useTranslations("leaves");
  const dates = useLeaveDates();
  const day = useDay();
  return [
    {
      label: t("columns.select"),
      actions: true,
      className: "align-top pe-0",
      cell: (row) => {
        const { request } = row;
        return isSelectable(row) ? (
          <Checkbox
            checked={selection.ids.has(request.id)}
            onChange={() => selection.toggle(request.id)}
            label={
              <span className="sr-only">
                {t("selectOf", { name: request.userName, dates: dates(request) })}
              </span>
            }
          />
        ) : null;
      },
    },
    {
      label: t("columns.request"),
      header: true,
      className: "align-top cards:font-normal",
      cell: (row) => {
        const { request, isOpen } = row;
        const name = <span className="wrap-anywhere">{request.userName}</span>;
        return (
          <Named isBlock name={request.userName}>
            <span className="flex flex-wrap items-baseline gap-x-2">
              {isOpen ? (
                // No prefetch: the panel beside the queue needs no page load.
                <TextLink quiet href={linkOf(request.id)} prefetch={false}>
                  {name}
                </TextLink>
              ) : (
                <span className="font-medium text-muted">{name}</span>
              )}
              <span className="text-muted text-xs wrap-anywhere">{request.departmentName}</span>
            </span>
            <span className="flex flex-wrap items-center gap-x-3 text-muted">
              <TypeName name={request.typeName} color={request.typeColor} />
              <span>
                {leaves("days", amountOf(request.durationWorkingDays, request.hours, request.dayHours))}
              </span>
            </span>
            <Asks {...request} />
            <InPlaceOf {...request} />
            {isOpen ? (
              <>
                <Warnings {...request} />
                <BrokenRules rules={request.rules} />
              </>
            ) : null}
            {isOpen ? <QuestionNote {...request} /> : null}
            <DecisionNote row={row} />
          </Named>
        );
      },
    },
    {
      label: t("columns.dates"),
      className: "align-top lg:columns:whitespace-nowrap",
      cell: ({ request }) => <DatesLink request={request} />,
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
      cell: (row) => (row.isOpen && !isOpened(row) ? <DecideButtons request={row.request} hasKeys /> : null),
    },
  ];
}
