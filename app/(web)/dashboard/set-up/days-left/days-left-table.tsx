"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ClipboardEvent } from "react";
import type { Form } from "@/app/_resource/use-form";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import {
  type Cells,
  type Column,
  cellOf,
  type PersonLeft,
} from "@/app/(web)/dashboard/set-up/days-left/days-left";

type Props = {
  people: readonly PersonLeft[];
  columns: readonly Column[];
  form: Pick<Form<Cells>, "values" | "errorAt" | "changeAt">;
  idOf: (path: string) => string;
  onPaste: (event: ClipboardEvent, from: { personId: string; typeId: string }) => void;
};

/** One person a row, one leave type a column; what stands in grey is what they have now. */
export function DaysLeftTable({ people, columns, form, idOf, onPaste }: Props) {
  const t = useTranslations("setup.left");
  const number = new Intl.NumberFormat(useLocale(), { maximumFractionDigits: 3, useGrouping: false });
  return (
    <div className="relative overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{t("caption")}</caption>
        <thead>
          <tr className="border-line border-b text-muted text-xs">
            <th scope="col" className="px-3 py-2 text-start font-medium">
              {t("person")}
            </th>
            {columns.map(({ id, name }) => (
              <th key={id} scope="col" className="max-w-40 wrap-anywhere px-3 py-2 text-start font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ id: personId, name, left }) => (
            <tr key={personId} className="border-line border-b last:border-b-0">
              <th scope="row" className="wrap-anywhere min-w-28 px-3 py-2 text-start font-normal">
                {name}
              </th>
              {columns.map((type) => {
                const now = left.find(({ leaveTypeId }) => leaveTypeId === type.id);
                const cell = cellOf(personId, type.id);
                if (!now)
                  return (
                    <td key={type.id} className="px-3 py-2 text-muted">
                      {t("none")}
                    </td>
                  );
                return (
                  <td key={type.id} className="px-3 py-1.5 align-top">
                    <Field
                      id={idOf(cell)}
                      label={t("field", { type: type.name, name })}
                      labelHidden
                      error={form.errorAt(cell)}
                    >
                      <Input
                        value={form.values[cell] ?? ""}
                        placeholder={number.format(now.days)}
                        inputMode="decimal"
                        autoComplete="off"
                        className="w-24"
                        onPaste={(event) => onPaste(event, { personId, typeId: type.id })}
                        onChange={({ target: { value } }) =>
                          form.changeAt([cell], (before) => ({ ...before, [cell]: value }))
                        }
                      />
                    </Field>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
