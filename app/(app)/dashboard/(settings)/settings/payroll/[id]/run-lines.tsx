"use client";

import { useTranslations } from "next-intl";
import type { PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type PayrollLine,
  useLineColumns,
} from "@/app/(app)/dashboard/(settings)/settings/payroll/use-line-columns";

type Query = Record<string, never>;
const readQuery = (): Query => ({});

/** Every line of a run, in the order of its file. */
export function RunLines({ id, first }: { id: string; first: PagedListRecord<PayrollLine, Query>["first"] }) {
  const t = useTranslations("payroll");
  const { payroll } = useTRPCClient();
  const columns = useLineColumns();
  return (
    <PagedList
      caption={t("columns.lines")}
      columnsFrom={60}
      columns={columns}
      rowKey={({ kind, userId, leaveId, leaveTypeId, firstDay }) =>
        `${kind} ${userId} ${leaveId ?? leaveTypeId} ${firstDay}`
      }
      read={readQuery}
      first={first}
      ask={(query) => payroll.lines.query({ id, ...query })}
    />
  );
}
