"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { type Form, useForm } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { errorOf } from "@/app/_trpc/error-of";
import { nameTaken } from "@/app/(app)/dashboard/(settings)/settings/name-taken";
import { CodeFields } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/code-fields";
import { ColumnFields } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/column-fields";
import {
  type CodeChoices,
  readTemplate,
  type TemplateValues,
} from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/form-values";
import { TemplateSample } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/template-sample";
import { limits } from "@/drizzle/schema/limits";
import {
  payrollDateForms,
  payrollDecimals,
  payrollEncodings,
  payrollFormats,
  payrollSeparators,
} from "@/drizzle/schema/values";

type Props = {
  start: TemplateValues;
  /** Whose lines the sample can have. */
  locations: readonly { id: string; name: string }[];
  choices: CodeChoices;
  save: (template: TemplateValues) => Promise<unknown>;
  buttons: (pending: boolean) => ReactNode;
};

const idOf = (name: string) => `payroll-template-${name}`;

/** The columns of a payroll file and how it is written, with a sample of real lines. */
export function TemplateForm({ start, locations, choices, save, buttons }: Props) {
  const t = useTranslations("payroll.template");
  const form = useForm<TemplateValues>(start, {
    read: (values) => readTemplate(values, t),
    fieldOf: (path) => ["name", "columns", "codes"].find((name) => name === path.split(".")[0]) ?? null,
    faultsOf: (error) => nameTaken(errorOf(error), t("nameTaken")),
    save,
    idOf,
  });
  const { values, errorAt, change } = form;
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex max-w-5xl flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <Card title={t("about")} titleId="payroll-template-about">
        <FileFields form={form} />
      </Card>
      <Card>
        <ColumnFields
          id={idOf("columns")}
          columns={values.columns}
          onChange={(columns) => change({ columns })}
          error={errorAt("columns")}
        />
      </Card>
      <Card>
        <CodeFields
          id={idOf("codes")}
          codes={values.codes}
          onChange={(codes) => change({ codes })}
          error={errorAt("codes")}
          {...choices}
        />
      </Card>
      <TemplateSample values={values} locations={locations} />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      {buttons(form.isSaving)}
      <LeaveGuard active={form.isDirty} title={t("leave")} />
    </form>
  );
}

/** The name, and how the file is written. Separator, decimal sign and encoding are a text file's. */
function FileFields({ form: { values, errorAt, change, bind } }: { form: Form<TemplateValues> }) {
  const t = useTranslations("payroll.template");
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field id={idOf("name")} label={t("name")} error={errorAt("name")} required>
        <Input {...bind("name")} maxLength={limits.name} />
      </Field>
      <Field id={idOf("format")} label={t("format")} help={t("formatHelp")}>
        <Select
          {...bind("format")}
          options={payrollFormats.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
      </Field>
      <Field id={idOf("dateForm")} label={t("dateForm")}>
        <Select
          {...bind("dateForm")}
          options={payrollDateForms.map((value) => ({ value, label: t(`dateForms.${value}`) }))}
        />
      </Field>
      {values.format === "CSV" ? (
        <>
          <Field id={idOf("separator")} label={t("separator")}>
            <Select
              {...bind("separator")}
              options={payrollSeparators.map((value) => ({ value, label: t(`separators.${value}`) }))}
            />
          </Field>
          <Field id={idOf("decimal")} label={t("decimal")}>
            <Select
              {...bind("decimal")}
              options={payrollDecimals.map((value) => ({ value, label: t(`decimals.${value}`) }))}
            />
          </Field>
          <Field id={idOf("encoding")} label={t("encoding")}>
            <Select
              {...bind("encoding")}
              options={payrollEncodings.map((value) => ({ value, label: t(`encodings.${value}`) }))}
            />
          </Field>
          <Checkbox
            label={t("hasHeader")}
            checked={values.hasHeader}
            onChange={({ target }) => change({ hasHeader: target.checked })}
          />
        </>
      ) : null}
    </div>
  );
}
