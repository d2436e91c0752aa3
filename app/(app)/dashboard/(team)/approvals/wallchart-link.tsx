"use client";

import { CalendarDays } from "lucide-react";
import { useTranslations } from "next-intl";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { mondayOf } from "@/app/(app)/dashboard/(team)/approvals/address";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import { paths } from "@/app/paths";

type Days = Pick<Request, "startDate" | "endDate">;

/** The wallchart of the days of a leave: its week, or its month if it lasts longer. */
function wallchartOf({ startDate, endDate }: Days): string {
  const query = new URLSearchParams({ on: startDate });
  if (mondayOf(startDate) === mondayOf(endDate)) query.set("view", "week");
  return `${paths.wallchart}?${query}`;
}

/** The dates of a request, which lead to the wallchart of these days. */
export function DatesLink({ request }: { request: Request }) {
  const t = useTranslations("approvals");
  const dates = useLeaveDates();
  return (
    <TextLink quiet href={wallchartOf(request)} prefetch={false} className="font-normal">
      {dates(request)}
      <span className="sr-only"> {t("onWallchart")}</span>
    </TextLink>
  );
}

/** The same below the facts of a request. */
export function WallchartLink(days: Days) {
  const t = useTranslations("approvals");
  return (
    <TextLink href={wallchartOf(days)} prefetch={false} className="inline-flex items-center gap-1.5">
      <CalendarDays aria-hidden className="size-3.5" />
      {t("wallchart")}
    </TextLink>
  );
}
