import { useTranslations } from "next-intl";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { CompanyLeaveObstacle, DayPart } from "@/drizzle/schema/values";
import { toTenths } from "@/server/kernel/time/amount";

interface Days {
  startDate: string;
  endDate: string;
  startPart: DayPart;
  endPart: DayPart;
}

/** Why a person gets no leave, or which days: "2 days are missing", "Thu 24 Dec – Mon 28 Dec 2026". */
export function usePersonNote() {
  const t = useTranslations("companyLeave");
  const dates = useLeaveDates();
  return ({
    obstacle,
    missing,
    booked,
  }: {
    obstacle: CompanyLeaveObstacle | null;
    missing: number | null;
    booked: readonly Days[];
  }): string => {
    if (obstacle) return t(`obstacle.${obstacle}`);
    if (missing !== null) return t("missingDays", { days: toTenths(missing) });
    return booked.map(dates).join("; ");
  };
}
