"use client";

import { useTranslations } from "next-intl";
import {
  type CheckedForm,
  useCheckedForm,
} from "@/app/(web)/dashboard/open-api/notifications/use-checked-form";
import { faultsOf, fieldOf, type ReportValues } from "@/app/(web)/dashboard/open-api/reports/form-values";

export type ReportFormState = CheckedForm<ReportValues>;

/**
 * The state of the form of a report.
 * @param mustName a location admin's report names locations
 * @param save sends what was filled in; what it throws is shown at its field
 */
export function useReportForm(
  start: ReportValues,
  mustName: boolean,
  save: (values: ReportValues) => Promise<unknown>,
): ReportFormState {
  const t = useTranslations("reports.faults");
  return useCheckedForm(start, {
    faultsOf: (values) => faultsOf(values, mustName).map(({ path, key }) => ({ path, message: t(key) })),
    fieldOf,
    save,
  });
}
