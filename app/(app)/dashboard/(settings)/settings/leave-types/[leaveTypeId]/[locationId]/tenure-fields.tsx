"use client";

import { useTranslations } from "next-intl";
import { NumberInSentence, RowFields } from "@/app/_kit/form/row-fields";
import type { Form } from "@/app/_kit/form/use-form";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import type { PolicyValues } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { tenureStarts } from "@/drizzle/schema/values";

type Props = { form: Form<PolicyValues>; idOf: (name: string) => string };

/** Higher quotas after months of employment. */
export function TenureFields({ form, idOf }: Props) {
  const t = useTranslations("policies.policy");
  const steps = form.values.tenureSteps;
  return (
    <>
      <RowFields
        id={idOf("tenureSteps")}
        legend={t("tenureSteps")}
        help={t("tenureStepsHelp")}
        error={form.errorAt("tenureSteps")}
        rows={steps}
        onChange={(tenureSteps) => form.change({ tenureSteps })}
        blank={{ afterMonths: "", quota: "" }}
        words={{ add: t("addStep"), remove: (_, place) => t("removeStep", { place: place + 1 }) }}
      >
        {({ afterMonths, quota }, set) =>
          t.rich("stepText", {
            months: () => (
              <NumberInSentence
                key="months"
                label={t("stepMonths")}
                value={afterMonths}
                onChange={(value) => set({ afterMonths: value })}
              />
            ),
            days: () => (
              <NumberInSentence
                key="days"
                label={t("stepQuota")}
                inputMode="decimal"
                value={quota}
                onChange={(value) => set({ quota: value })}
              />
            ),
          })
        }
      </RowFields>
      {steps.length === 0 ? null : (
        <Field
          id={idOf("tenureFrom")}
          label={t("tenureFrom")}
          error={form.errorAt("tenureFrom")}
          className="sm:max-w-96"
        >
          <Select
            {...form.bind("tenureFrom")}
            options={tenureStarts.map((value) => ({ value, label: t(`tenureStarts.${value}`) }))}
          />
        </Field>
      )}
    </>
  );
}
