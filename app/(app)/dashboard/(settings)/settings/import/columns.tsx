"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { DataTable } from "@/app/_kit/ui/data-table";
import { Field } from "@/app/_kit/ui/field";
import { Note } from "@/app/_kit/ui/note";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Select } from "@/app/_kit/ui/select";
import type { ChosenColumns } from "@/app/(app)/dashboard/(settings)/settings/import/use-columns";
import { WorkWeeks } from "@/app/(app)/dashboard/(settings)/settings/import/work-weeks";
import { type DateOrder, dateOrders, momentOf } from "@/server/modules/workspace/imports/cells";
import type { Table } from "@/server/modules/workspace/imports/read-table";

type Props = { table: Table; columns: ChosenColumns; onChange: () => void };

/** Number of sample cells. */
const sampleRows = 3;

/** The mapping of each column, the ignored columns, and questions that only a user can answer. */
export function Columns({ table, columns, onChange }: Props) {
  const t = useTranslations("import.columns");
  const fields = useTranslations("import.fields");
  const format = useFormatter();
  const nameOf = (field: string) => fields(field as "name");
  const titleOf = (at: number) => table.header[at] || t("unnamed", { number: at + 1 });
  const choices = [
    { value: "", label: t("none") },
    ...columns.fields.map(({ name }) => ({ value: name, label: nameOf(name) })),
  ];
  const { ignored, missing } = columns;
  const ignoredNames = format.list(ignored.map(titleOf), "all");
  const exampleOf = (order: DateOrder) => {
    const { unclearDate: cell, lastYear } = columns;
    const date = cell && momentOf(cell, { order, lastYear })?.date;
    return date ? t("orderOf", { cell, date: new Date(`${date}T12:00:00Z`) }) : undefined;
  };
  return (
    <Card title={t("title")} titleId="columns" description={t("text", { count: table.rows.length })}>
      <div className="flex flex-col gap-5">
        <DataTable
          caption={t("title")}
          rows={[...table.header.keys()]}
          rowKey={String}
          columns={[
            { label: t("column"), header: true, cell: titleOf },
            {
              label: t("samples"),
              cell: (at) => (
                <span className="text-muted">
                  {table.rows
                    .map((cells) => cells[at])
                    .filter(Boolean)
                    .slice(0, sampleRows)
                    .join(" · ") || "–"}
                </span>
              ),
            },
            {
              label: t("field"),
              cell: (at) => (
                <Select
                  aria-label={t("fieldOf", { column: titleOf(at) })}
                  value={columns.fieldOf(at) ?? ""}
                  options={choices}
                  onChange={({ target }) => {
                    columns.take(at, target.value || null);
                    onChange();
                  }}
                />
              ),
            },
          ]}
        />
        {missing.length > 0 ? (
          <Note tone="warning" title={t("missing", { count: missing.length })}>
            {format.list(
              missing.map((names) => format.list(names.map(nameOf), { type: "disjunction" })),
              "all",
            )}
          </Note>
        ) : null}
        {columns.yearlyTypes.length > 0 ? (
          <Field label={t("leaveType.label")} help={t("leaveType.help")} required className="max-w-md">
            <Select
              value={columns.leaveType}
              options={[
                { value: "", label: t("leaveType.choose") },
                ...columns.yearlyTypes.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ target }) => {
                columns.setLeaveType(target.value);
                onChange();
              }}
            />
          </Field>
        ) : null}
        {columns.hasDaysLeft ? <p className="text-muted">{t("daysLeft")}</p> : null}
        {columns.isUnclear ? (
          <RadioGroup label={t("dates")} help={t("datesHelp")}>
            {dateOrders.map((order) => (
              <Radio
                key={order}
                name="date-order"
                label={t(`orders.${order}`)}
                description={exampleOf(order)}
                checked={columns.dateOrder === order}
                onChange={() => {
                  columns.setDateOrder(order);
                  onChange();
                }}
              />
            ))}
          </RadioGroup>
        ) : null}
        <WorkWeeks columns={columns} onChange={onChange} />
        {ignored.length > 0 ? (
          <Note tone="warning" title={t("ignored", { count: ignored.length })}>
            <p className="mb-2">{ignoredNames}</p>
            <Checkbox
              label={t("ignore", { count: ignored.length })}
              checked={columns.isConfirmed}
              onChange={({ target }) => columns.confirm(target.checked)}
            />
          </Note>
        ) : null}
      </div>
    </Card>
  );
}
