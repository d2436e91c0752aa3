"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import type { PolicyValues } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { tenureStarts } from "@/drizzle/schema/values";

type Props = { form: Form<PolicyValues>; idOf: (name: string) => string };

/** Higher quotas after months of employment. */
export function TenureFields({ form, idOf }: Props) {
  const t = useTranslations("policies.policy");
  const steps = form.values.tenureSteps;
  const change = (next: PolicyValues["tenureSteps"]) => form.change({ tenureSteps: next });
  const set = (place: number, part: Partial<(typeof steps)[number]>) =>
    change(steps.map((step, at) => (at === place ? { ...step, ...part } : step)));
  return (
    <>
      <Fieldset
        id={idOf("tenureSteps")}
        legend={t("tenureSteps")}
        help={t("tenureStepsHelp")}
        error={form.errorAt("tenureSteps")}
      >
        {steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and are only added at the end
          <p key={place} className="flex flex-wrap items-center gap-2">
            {t.rich("stepText", {
              months: () => (
                <Input
                  key="months"
                  aria-label={t("stepMonths")}
                  inputMode="numeric"
                  className="inline-block w-18"
                  value={step.afterMonths}
                  onChange={({ target }) => set(place, { afterMonths: target.value })}
                />
              ),
              days: () => (
                <Input
                  key="days"
                  aria-label={t("stepQuota")}
                  inputMode="decimal"
                  className="inline-block w-18"
                  value={step.quota}
                  onChange={({ target }) => set(place, { quota: target.value })}
                />
              ),
            })}
            <Button size="sm" variant="ghost" onClick={() => change(steps.filter((_, at) => at !== place))}>
              {t("removeStep", { place: place + 1 })}
            </Button>
          </p>
        ))}
        <div>
          <Button size="sm" onClick={() => change([...steps, { afterMonths: "", quota: "" }])}>
            {t("addStep")}
          </Button>
        </div>
      </Fieldset>
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
