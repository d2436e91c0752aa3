"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { RowFields } from "@/app/_kit/form/row-fields";
import { Button } from "@/app/_kit/ui/button";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { limits } from "@/drizzle/schema/limits";
import type { PayrollColumn } from "@/drizzle/schema/payroll";
import { type PayrollField, payrollFields } from "@/drizzle/schema/values";

type Props = {
  id: string;
  columns: readonly PayrollColumn[];
  onChange: (columns: PayrollColumn[]) => void;
  error: string | undefined;
};

/** The columns with a row moved by one place. */
function moved(columns: readonly PayrollColumn[], place: number, by: -1 | 1): PayrollColumn[] {
  const [one, ...rest] = [...columns.slice(place, place + 1), ...columns.toSpliced(place, 1)];
  return one ? rest.toSpliced(place + by, 0, one) : [...columns];
}

/** The columns of a file in their order: what each holds, and its title. */
export function ColumnFields({ id, columns, onChange, error }: Props) {
  const t = useTranslations("payroll.template");
  const unused = payrollFields.find((field) => columns.every((column) => column.field !== field)) ?? "NOTE";
  const blank =
    columns.length < limits.payrollColumns ? { field: unused, title: t(`fields.${unused}`) } : null;
  const nameOf = ({ field, title }: PayrollColumn) => title.trim() || t(`fields.${field}`);
  return (
    <RowFields
      id={id}
      legend={t("columns")}
      help={t("columnsHelp")}
      error={error}
      rows={columns}
      onChange={onChange}
      blank={blank}
      words={{ add: t("add"), remove: (column) => t("remove", { title: nameOf(column) }) }}
      least={1}
    >
      {(column, set, place) => (
        <>
          <Select
            aria-label={t("field", { place: place + 1 })}
            className="w-full sm:w-56"
            value={column.field}
            onChange={({ target }) => {
              const field = target.value as PayrollField;
              // A title that was not changed follows what the column holds.
              const isUsual = column.title === t(`fields.${column.field}`);
              set({ field, ...(isUsual && { title: t(`fields.${field}`) }) });
            }}
            options={payrollFields.map((value) => ({ value, label: t(`fields.${value}`) }))}
          />
          <Input
            aria-label={t("columnTitle", { place: place + 1 })}
            className="w-full sm:w-56"
            value={column.title}
            maxLength={limits.name}
            onChange={({ target }) => set({ title: target.value })}
          />
          <Button
            size="icon"
            variant="ghost"
            aria-label={t("up", { title: nameOf(column) })}
            disabled={place === 0}
            onClick={() => onChange(moved(columns, place, -1))}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            size="icon"
            variant="ghost"
            aria-label={t("down", { title: nameOf(column) })}
            disabled={place === columns.length - 1}
            onClick={() => onChange(moved(columns, place, 1))}
          >
            <ArrowDown aria-hidden />
          </Button>
        </>
      )}
    </RowFields>
  );
}
