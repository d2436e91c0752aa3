"use client";

import { useTranslations } from "next-intl";
import { RowFields } from "@/app/_kit/form/row-fields";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import type { CodeChoices } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/form-values";
import { limits } from "@/drizzle/schema/limits";
import type { PayrollCode } from "@/drizzle/schema/payroll";

type Props = CodeChoices & {
  id: string;
  codes: readonly PayrollCode[];
  onChange: (codes: PayrollCode[]) => void;
  error: string | undefined;
};

/** What the file calls leave types: at all locations, and at single ones. */
export function CodeFields({ id, codes, onChange, error, places, leaveTypes }: Props) {
  const t = useTranslations("payroll.template");
  const [usual] = leaveTypes;
  const free = leaveTypes.find((type) => codes.every(({ leaveTypeId }) => leaveTypeId !== type.id)) ?? usual;
  const blank =
    free && codes.length < limits.payrollCodes
      ? { leaveTypeId: free.id, locationId: null, wageCode: "" }
      : null;
  return (
    <RowFields
      id={id}
      legend={t("codes")}
      help={t("codesHelp")}
      error={error}
      rows={codes}
      onChange={onChange}
      blank={blank}
      words={{ add: t("addCode"), remove: (_, place) => t("removeCode", { place: place + 1 }) }}
    >
      {(code, set, place) => (
        <>
          <Select
            aria-label={t("codeType", { place: place + 1 })}
            className="w-full sm:w-56"
            value={code.leaveTypeId}
            onChange={({ target }) => set({ leaveTypeId: target.value })}
            options={leaveTypes.map((type) => ({
              value: type.id,
              label: type.wageCode === null ? type.name : `${type.name} (${type.wageCode})`,
            }))}
          />
          <Select
            aria-label={t("codeLocation", { place: place + 1 })}
            className="w-full sm:w-56"
            value={code.locationId ?? ""}
            onChange={({ target }) => set({ locationId: target.value || null })}
            options={[
              { value: "", label: t("allLocations") },
              ...places.map((location) => ({ value: location.id, label: location.name })),
            ]}
          />
          <Input
            aria-label={t("code", { place: place + 1 })}
            className="w-full sm:w-40"
            value={code.wageCode}
            maxLength={limits.wageCode}
            onChange={({ target }) => set({ wageCode: target.value })}
          />
        </>
      )}
    </RowFields>
  );
}
