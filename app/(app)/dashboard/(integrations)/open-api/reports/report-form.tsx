"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Skeleton } from "@/app/_kit/ui/skeleton";
import { useTRPC } from "@/app/_trpc/queries";
import { AddressList } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/address-list";
import { AudienceFields } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/audience-fields";
import {
  fieldId,
  scheduleFaults,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { NextSends } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/next-sends";
import { PreviewSection } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/preview-section";
import {
  type ReportValues,
  scheduleOf,
  withContent,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/form-values";
import {
  PayrollFields,
  type PayrollFieldsProps,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/payroll-fields";
import type { ReportTerms } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { ScheduleFields } from "@/app/(app)/dashboard/(integrations)/open-api/reports/schedule-fields";
import { useReportForm } from "@/app/(app)/dashboard/(integrations)/open-api/reports/use-report-form";
import { reportFormats, reportTypes } from "@/drizzle/schema/values";

/** The region "Preview": the next three send times. */
function ReportPreview({ values }: { values: ReportValues }) {
  const isReady = scheduleFaults(values).length === 0;
  const query = useQuery(
    useTRPC().scheduledReports.nextSends.queryOptions(scheduleOf(values), {
      enabled: isReady,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <PreviewSection words="reports.preview" {...{ isReady, query }} waiting={<Skeleton className="w-3/4" />}>
      {(next) => <NextSends next={next} schedule={values} />}
    </PreviewSection>
  );
}

export type ReportFormProps = {
  terms: ReportTerms;
  start: ReportValues;
  isNew: boolean;
  /** Submits the form. Errors that it throws are shown at their fields. */
  save: (values: ReportValues) => Promise<unknown>;
  buttons: (isSaving: boolean) => ReactNode;
};

/** Content, schedule, audience and recipients, beside the next three sends. */
export function ReportForm({ terms, start, isNew, save, buttons }: ReportFormProps) {
  const t = useTranslations("reports.form");
  const form = useReportForm(start, !terms.seesAll, save);
  const { values, change, errorAt } = form;
  return (
    <form
      onSubmit={form.submit}
      noValidate
      // A browser that restores form fields after a reload would do so without React noticing.
      autoComplete="off"
      className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex min-w-0 flex-col gap-5">
        <ErrorSummary errors={form.summary} />
        <ContentFields form={form} payroll={terms.payroll} />
        <ScheduleFields form={form} />
        {values.reportType === "PAYROLL_RUN" ? (
          <PayrollFields form={form} payroll={terms.payroll} />
        ) : (
          // A location admin must name locations.
          <AudienceFields
            form={form}
            terms={terms}
            description={t(terms.seesAll ? "audienceHelp" : "audienceOfLocations")}
            everyone={t(terms.seesAll ? "listsEveryone" : "nameLocations")}
            some={(audience) => t("listsOf", { audience })}
          />
        )}
        <Card title={t("recipients")} titleId="recipients-heading" description={t("recipientsHelp")}>
          <AddressList
            id={fieldId("recipients")}
            value={values.recipients}
            typed={values.typed}
            onChange={({ emails, typed }) =>
              change({
                ...(emails === undefined ? {} : { recipients: emails }),
                ...(typed === undefined ? {} : { typed }),
              })
            }
            error={errorAt("recipients")}
          />
        </Card>
        {form.failure ? <ErrorPanel error={form.failure} /> : null}
        <div className="flex flex-wrap gap-2">{buttons(form.isSaving)}</div>
      </div>
      <div className="min-w-0 xl:sticky xl:top-19">
        <ReportPreview values={values} />
      </div>
      <LeaveGuard active={form.isDirty} title={t(isNew ? "leaveNew" : "leave")} />
    </form>
  );
}

function ContentFields({ form: { values, change, errorAt }, payroll }: PayrollFieldsProps) {
  const t = useTranslations("reports");
  const isPayroll = values.reportType === "PAYROLL_RUN";
  // Payroll is run where a location has a pay period.
  const types = reportTypes.filter(
    (type) => type !== "PAYROLL_RUN" || isPayroll || payroll.locations.length > 0,
  );
  // A payroll run's template says how its CSV file is written.
  const formats = reportFormats.filter((format) => !(isPayroll && format === "CSV_SEMICOLON"));
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <Field
          id={fieldId("name")}
          label={t("form.name")}
          help={t("form.nameHelp")}
          error={errorAt("name")}
          required
        >
          <Input value={values.name} onChange={({ target }) => change({ name: target.value })} />
        </Field>
        <RadioGroup label={t("form.content")}>
          {types.map((type) => (
            <Radio
              key={type}
              name="reportType"
              label={t(`types.${type}.label`)}
              description={t(`types.${type}.text`)}
              checked={values.reportType === type}
              onChange={() => change(withContent(values, type, payroll))}
            />
          ))}
        </RadioGroup>
        <RadioGroup label={t("form.format")}>
          {formats.map((format) => (
            <Radio
              key={format}
              name="format"
              label={t("formatName", { format })}
              description={t(isPayroll && format === "CSV" ? "form.payroll.csv" : `formats.${format}`)}
              checked={values.format === format}
              onChange={() => change({ format })}
            />
          ))}
        </RadioGroup>
      </div>
    </Card>
  );
}
