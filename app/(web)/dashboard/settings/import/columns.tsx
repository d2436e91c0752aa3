"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_ui/card";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { importFields } from "@/app/(web)/dashboard/settings/import/fields";
import { type DateOrder, dateOrders, type Table } from "@/app/(web)/dashboard/settings/import/read-table";
import type { Mapping } from "@/app/(web)/dashboard/settings/import/rows-of-table";

type Props = { table: Table; mapping: Mapping; onChange: (mapping: Mapping) => void };

/** Which column says what, with what stands in the first row. */
export function Columns({ table, mapping, onChange }: Props) {
  const t = useTranslations("import");
  const { kind, columns, dateOrder } = mapping;
  const choices = [
    { value: "-1", label: t("columns.none") },
    ...table.header.map((title, at) => ({
      value: String(at),
      label: title || t("columns.unnamed", { number: at + 1 }),
    })),
  ];
  const hasDates = importFields[kind].some(({ name, isDate }) => isDate && columns[name] !== undefined);
  return (
    <Card
      title={t("columns.title")}
      titleId="columns"
      description={t("columns.text", { count: table.rows.length })}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {importFields[kind].map(({ name, isRequired }) => {
          const sample = table.rows[0]?.[columns[name] ?? -1];
          return (
            <Field
              key={name}
              label={t(`fields.${name}` as "fields.name")}
              required={isRequired}
              optional={!isRequired}
              help={sample ? t("columns.sample", { sample }) : undefined}
              error={isRequired && columns[name] === undefined ? t("columns.needed") : undefined}
            >
              <Select
                value={String(columns[name] ?? -1)}
                options={choices}
                onChange={({ target }) => {
                  const { [name]: _, ...others } = columns;
                  const column = Number(target.value);
                  onChange({ ...mapping, columns: column < 0 ? others : { ...others, [name]: column } });
                }}
              />
            </Field>
          );
        })}
        {hasDates ? (
          <Field label={t("columns.dates")} help={t("columns.datesHelp")}>
            <Select
              value={dateOrder}
              options={dateOrders.map((value) => ({ value, label: t(`columns.orders.${value}`) }))}
              onChange={({ target }) => onChange({ ...mapping, dateOrder: target.value as DateOrder })}
            />
          </Field>
        ) : null}
      </div>
    </Card>
  );
}
