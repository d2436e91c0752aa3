"use client";

import { useTranslations } from "next-intl";
import { ResourceList } from "@/app/_kit/list/resource-list";
import type { OwnLeave } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveColumns } from "@/app/(app)/dashboard/(leave)/leaves/leaves-table";

/** The table "Coming leave", next first. */
export function ComingLeave({ leaves }: { leaves: readonly OwnLeave[] }) {
  const t = useTranslations("people.leave");
  const columns = useLeaveColumns().map(({ sort: _, ...column }) => column);
  return (
    <ResourceList
      caption={t("coming")}
      columnsFrom={46}
      columns={columns}
      rows={leaves}
      rowKey={({ id }) => id}
    />
  );
}
