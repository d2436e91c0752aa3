"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ClipboardEvent } from "react";
import type { Form } from "@/app/_kit/form/use-form";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/app/_kit/ui/table";
import {
  type Cells,
  type Column,
  cellOf,
  type PersonLeft,
} from "@/app/(app)/dashboard/(leave)/set-up/days-left/days-left";
import { inHours } from "@/server/kernel/time/amount";

type Props = {
  people: readonly PersonLeft[];
  columns: readonly Column[];
  form: Pick<Form<Cells>, "values" | "errorAt" | "changeAt">;
  idOf: (path: string) => string;
  onPaste: (event: ClipboardEvent, from: { personId: string; typeId: string }) => void;
};

/** What is typed, with a comma or a point; null without a number. */
function daysOf(text = ""): number | null {
  const days = Number(text.replace(",", "."));
  return text.trim() === "" || Number.isNaN(days) ? null : days;
}

/** One row per person, one column per leave type. The placeholder is the current balance. */
export function DaysLeftTable({ people, columns, form, idOf, onPaste }: Props) {
  const t = useTranslations("setup.left");
  const number = new Intl.NumberFormat(useLocale(), { maximumFractionDigits: 3, useGrouping: false });
  return (
    <Table caption={t("caption")} columnsFrom={40}>
      <TableHead>
        <HeaderCell>{t("person")}</HeaderCell>
        {columns.map(({ id, name }) => (
          <HeaderCell key={id} className="max-w-40 wrap-anywhere">
            {name}
          </HeaderCell>
        ))}
      </TableHead>
      <TableBody>
        {people.map(({ id: personId, name, left }) => (
          <TableRow key={personId}>
            <Cell header label={t("person")} className="min-w-28">
              {name}
            </Cell>
            {columns.map((type) => {
              const now = left.find(({ leaveTypeId }) => leaveTypeId === type.id);
              const cell = cellOf(personId, type.id);
              if (!now)
                return (
                  <Cell key={type.id} label={type.name} className="text-muted">
                    {t("none")}
                  </Cell>
                );
              return (
                <Cell key={type.id} label={type.name} className="align-top">
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
                  {now.hoursPerDay === null ? null : (
                    <span className="text-muted text-xs">
                      {t("inHours", {
                        hours: inHours(daysOf(form.values[cell]) ?? now.days, now.hoursPerDay) ?? 0,
                      })}
                    </span>
                  )}
                </Cell>
              );
            })}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
