"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import type { PolicyValues } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";

type Props = {
  form: Form<PolicyValues>;
  idOf: (name: string) => string;
  labels: readonly { id: string; name: string }[];
};

/** Extra days a year for people with a label. */
export function LabelDaysFields({ form, idOf, labels }: Props) {
  const t = useTranslations("policies.policy");
  const rows = form.values.labelDays;
  const change = (next: PolicyValues["labelDays"]) => form.change({ labelDays: next });
  const set = (place: number, part: Partial<(typeof rows)[number]>) =>
    change(rows.map((row, at) => (at === place ? { ...row, ...part } : row)));
  const free = labels.find(({ id }) => rows.every(({ labelId }) => labelId !== id));
  return (
    <Fieldset
      id={idOf("labelDays")}
      legend={t("labelDays")}
      help={labels.length === 0 ? t("noLabels") : t("labelDaysHelp")}
      error={form.errorAt("labelDays")}
    >
      {rows.map((row, place) => (
        <p key={row.labelId} className="flex flex-wrap items-center gap-2">
          {t.rich("labelText", {
            label: () => (
              <Select
                key="label"
                aria-label={t("label")}
                className="inline-block w-auto max-w-full"
                value={row.labelId}
                onChange={({ target }) => set(place, { labelId: target.value })}
                options={labels
                  .filter(({ id }) => id === row.labelId || rows.every(({ labelId: other }) => other !== id))
                  .map(({ id, name }) => ({ value: id, label: name }))}
              />
            ),
            days: () => (
              <Input
                key="days"
                aria-label={t("labelExtra")}
                inputMode="decimal"
                className="inline-block w-18"
                value={row.days}
                onChange={({ target }) => set(place, { days: target.value })}
              />
            ),
          })}
          <Button size="sm" variant="ghost" onClick={() => change(rows.filter((_, at) => at !== place))}>
            {t("removeLabel", { name: labels.find(({ id }) => id === row.labelId)?.name ?? "" })}
          </Button>
        </p>
      ))}
      {free ? (
        <div>
          <Button size="sm" onClick={() => change([...rows, { labelId: free.id, days: "" }])}>
            {t("addLabel")}
          </Button>
        </div>
      ) : null}
    </Fieldset>
  );
}
