import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { AppRouter } from "@/server/api/trpc";

export type Policy = inferRouterOutputs<AppRouter>["leaveTypes"]["get"]["policies"][number];

/** Summarises a policy in a few words. */
export function usePolicyWords() {
  const t = useTranslations("policies.words");
  const quota = ({ unlimited, yearlyQuota, tenureSteps }: Policy): string => {
    const most = tenureSteps.at(-1)?.quota;
    if (unlimited) return t("unlimited");
    return most === undefined ? t("days", { days: yearlyQuota }) : t("daysUpTo", { days: yearlyQuota, most });
  };
  const rules = ({ unlimited, accrual, approvalLevels, decidedBy, rollover }: Policy): string[] => [
    ...(unlimited || accrual === "NONE" ? [] : [t(`accruals.${accrual}`)]),
    ...(unlimited || rollover === "NONE" ? [] : [t("carriedOver")]),
    t(approvalLevels === 0 ? "noApproval" : `approvals.${decidedBy}`),
  ];
  return { quota, rules };
}
