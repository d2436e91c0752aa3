"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { RunPreview } from "@/app/(app)/dashboard/(settings)/settings/payroll/new/run-preview";
import { paths } from "@/app/paths";

type Period = { startDate: string; endDate: string };
type Props = {
  /** With their pay periods: the last one is not over yet. */
  locations: readonly { id: string; name: string; periods: readonly Period[] }[];
  templates: readonly { id: string; name: string }[];
};

const fields = ["locationId", "date", "templateId"] as const;
const idOf = (name: string) => `payroll-${name}`;
const width = "sm:max-w-96";

/** "New payroll run": the pay period of a location, and how the file is written. */
export function RunForm({ locations, templates }: Props) {
  const t = useTranslations("payroll");
  const dates = useLeaveDates();
  const router = useRouter();
  const toast = useToast();
  const { payroll } = useTRPCClient();
  const attemptOf = useAttempt();
  const [done, setDone] = useState(false);
  const [first] = locations;
  const start = { locationId: first?.id ?? "", date: first?.periods[0]?.endDate ?? "", templateId: "" };
  const runOf = ({ templateId, ...values }: typeof start) => ({ ...values, templateId: templateId || null });
  const form = useForm(start, {
    read: (values) => ({ output: runOf(values) }),
    fieldOf: fieldAmong(fields),
    idOf,
    save: async (run) => {
      const { id } = await payroll.create.mutate({ attempt: attemptOf(run), run });
      setDone(true);
      toast.success(t("form.done"));
      // Not push: Back should not lead to a form that was sent.
      router.replace(paths.payrollRun(id));
    },
  });
  const { values, errorAt, change } = form;
  const periods = locations.find(({ id }) => id === values.locationId)?.periods ?? [];
  const periodsOf = (locationId: string) => locations.find(({ id }) => id === locationId)?.periods ?? [];
  return (
    <form onSubmit={form.submit} noValidate className="flex max-w-5xl flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <Card title={t("form.what")} titleId="payroll-what">
        <div className="flex flex-col gap-5">
          <Field
            id={idOf("locationId")}
            label={t("form.location")}
            error={errorAt("locationId")}
            className={width}
          >
            <Select
              value={values.locationId}
              onChange={({ target: { value } }) =>
                change({ locationId: value, date: periodsOf(value)[0]?.endDate ?? "" })
              }
              options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <Field id={idOf("date")} label={t("form.period")} error={errorAt("date")} className={width}>
            <Select
              {...form.bind("date")}
              options={periods.map((period, place) => ({
                value: period.endDate,
                label:
                  place === periods.length - 1 ? t("form.runs", { dates: dates(period) }) : dates(period),
              }))}
            />
          </Field>
          <Field
            id={idOf("templateId")}
            label={t("form.template")}
            error={errorAt("templateId")}
            className={width}
          >
            <Select
              {...form.bind("templateId")}
              options={[
                { value: "", label: t("standard") },
                ...templates.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        </div>
      </Card>
      <RunPreview asked={runOf(values)} />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <FormButtons
        submit={t("form.submit")}
        pending={form.isSaving || done}
        cancel={{ label: t("form.cancel"), href: paths.payroll }}
      />
    </form>
  );
}
