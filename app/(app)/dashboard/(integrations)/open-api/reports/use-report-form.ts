"use client";

import { useTranslations } from "next-intl";
import {
  type CheckedForm,
  useCheckedForm,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-checked-form";
import {
  faultsOf,
  fieldOf,
  type ReportValues,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/form-values";
import { limits } from "@/drizzle/schema/limits";

export type ReportFormState = CheckedForm<ReportValues>;

/**
 * The state of a report's form.
 * @param mustName whether locations are required: for location admins
 * @param save submits the form; errors that it throws are shown at their fields
 */
export function useReportForm(
  start: ReportValues,
  mustName: boolean,
  save: (values: ReportValues) => Promise<unknown>,
): ReportFormState {
  const t = useTranslations("reports.faults");
  return useCheckedForm(start, {
    faultsOf: (values) =>
      faultsOf(values, mustName).map(({ path, key }) => ({ path, message: t(key, { most: limits.name }) })),
    fieldOf,
    save,
  });
}
