"use client";

import { useTranslations } from "next-intl";
import { NumberInSentence, RowFields } from "@/app/_kit/form/row-fields";
import type { Form } from "@/app/_kit/form/use-form";
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
  const isTaken = (id: string) => rows.some(({ labelId }) => labelId === id);
  const free = labels.find(({ id }) => !isTaken(id));
  return (
    <RowFields
      id={idOf("labelDays")}
      legend={t("labelDays")}
      help={labels.length === 0 ? t("noLabels") : t("labelDaysHelp")}
      error={form.errorAt("labelDays")}
      rows={rows}
      onChange={(labelDays) => form.change({ labelDays })}
      blank={free ? { labelId: free.id, days: "" } : null}
      keyOf={({ labelId }) => labelId}
      words={{
        add: t("addLabel"),
        remove: ({ labelId }) =>
          t("removeLabel", { name: labels.find(({ id }) => id === labelId)?.name ?? "" }),
      }}
    >
      {({ labelId, days }, set) =>
        t.rich("labelText", {
          label: () => (
            <Select
              key="label"
              aria-label={t("label")}
              className="inline-block w-auto max-w-full"
              value={labelId}
              onChange={({ target }) => set({ labelId: target.value })}
              options={labels
                .filter(({ id }) => id === labelId || !isTaken(id))
                .map(({ id, name }) => ({ value: id, label: name }))}
            />
          ),
          days: () => (
            <NumberInSentence
              key="days"
              label={t("labelExtra")}
              inputMode="decimal"
              value={days}
              onChange={(value) => set({ days: value })}
            />
          ),
        })
      }
    </RowFields>
  );
}
