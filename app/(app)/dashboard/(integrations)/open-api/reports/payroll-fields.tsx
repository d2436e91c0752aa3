import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import type { ReportTerms } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import type { ReportFormState } from "@/app/(app)/dashboard/(integrations)/open-api/reports/use-report-form";

export type PayrollFieldsProps = { form: ReportFormState; payroll: ReportTerms["payroll"] };

/** What a payroll run is made of: the location whose pay period is over, and how the file is written. */
export function PayrollFields({ form: { values, change, errorAt }, payroll }: PayrollFieldsProps) {
  const t = useTranslations("reports.form.payroll");
  const [locationId = ""] = values.locationIds;
  const isKnown = payroll.locations.some(({ id }) => id === locationId);
  return (
    <Card title={t("title")} titleId="payroll-heading" description={t("text")}>
      <div className="flex flex-col gap-5">
        <Field
          id={fieldId("locationIds")}
          label={t("location")}
          error={errorAt("locationIds")}
          className="sm:max-w-96"
        >
          <Select
            value={locationId}
            onChange={({ target }) => change({ locationIds: target.value ? [target.value] : [] })}
            options={[
              // Its pay period is gone.
              ...(isKnown ? [] : [{ value: locationId, label: t("noLocation") }]),
              ...payroll.locations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field
          id={fieldId("payrollTemplateId")}
          label={t("template")}
          error={errorAt("payrollTemplateId")}
          className="sm:max-w-96"
        >
          <Select
            value={values.payrollTemplateId}
            onChange={({ target }) => change({ payrollTemplateId: target.value })}
            options={[
              { value: "", label: t("standard") },
              ...payroll.templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      </div>
    </Card>
  );
}
