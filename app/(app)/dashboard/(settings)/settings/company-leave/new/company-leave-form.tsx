"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceList } from "@/app/_kit/form/choice-list";
import { DayFields } from "@/app/_kit/form/day-fields";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { readBy } from "@/app/_kit/form/read-by";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Note } from "@/app/_kit/ui/note";
import { Select } from "@/app/_kit/ui/select";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { halfFields } from "@/app/(app)/dashboard/(leave)/request/half-fields";
import type { CompanyLeaveValues } from "@/app/(app)/dashboard/(settings)/settings/company-leave/new/form-values";
import { CompanyLeavePreview } from "@/app/(app)/dashboard/(settings)/settings/company-leave/new/preview";
import { paths } from "@/app/paths";
import { limits } from "@/drizzle/schema/limits";

interface Choice {
  id: string;
  name: string;
}
type Type = Choice & { interrupts: boolean };
type Props = {
  choices: { locations: readonly Choice[]; departments: readonly Choice[]; labels: readonly Choice[] };
  types: readonly Type[];
  isAdmin: boolean;
};

const targets = [
  ["locationIds", "locations"],
  ["departmentIds", "departments"],
  ["labelIds", "labels"],
  ["exemptLabelIds", "exempt"],
] as const;
const own = ["name", "leaveTypeId", "startDate", "endDate", "startPart", "endPart"];
const fields = [...own, ...targets.map(([name]) => name)];
const idOf = (name: string) => `company-leave-${name}`;
const nothing: CompanyLeaveValues = {
  ...{ name: "", leaveTypeId: "", startDate: "", endDate: "" },
  ...{ startPart: "FULL_DAY", endPart: "FULL_DAY" },
  ...{ locationIds: [], departmentIds: [], labelIds: [], exemptLabelIds: [] },
};

/** "Book company leave": what, when and who, with a preview of what it would do. */
export function CompanyLeaveForm({ choices, types, isAdmin }: Props) {
  const t = useTranslations("companyLeave.form");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [done, setDone] = useState(false);
  const form = useForm<CompanyLeaveValues>(nothing, {
    read: async (values) => {
      const { companyLeaveForm } = await import(
        "@/app/(app)/dashboard/(settings)/settings/company-leave/new/form-values"
      );
      return readBy(companyLeaveForm(t), values);
    },
    fieldOf: fieldAmong(fields),
    idOf,
    save: async (companyLeave) => {
      const attempt = attemptOf(companyLeave);
      const { id } = await calls.companyLeaves.create.mutate({ attempt, companyLeave });
      setDone(true);
      toast.success(t("done"));
      // Not push: Back should not lead to a form that was sent.
      router.replace(paths.oneCompanyLeave(id));
    },
  });
  const { values, errorAt, change } = form;
  const optionsOf = { ...choices, exempt: choices.labels };
  return (
    <form onSubmit={form.submit} noValidate className="flex max-w-3xl flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <Card title={t("what")} titleId="company-leave-what">
        <div className="flex flex-col gap-5">
          <Field id={idOf("name")} label={t("name")} help={t("nameHelp")} error={errorAt("name")} required>
            <Input {...form.bind("name")} maxLength={limits.name} />
          </Field>
          <Field
            id={idOf("leaveTypeId")}
            label={t("type")}
            error={errorAt("leaveTypeId")}
            required
            className="sm:max-w-96"
          >
            <Select
              {...form.bind("leaveTypeId")}
              options={[
                { value: "", label: t("choose") },
                ...types.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
          <DayFields
            values={values}
            change={change}
            errorAt={errorAt}
            idOf={idOf}
            labels={{ startDate: t("startDate"), endDate: t("endDate") }}
            below={halfFields({ values, change, errorAt, idOf, t })}
          />
          <TwoParts type={types.find(({ id }) => id === values.leaveTypeId)} isAdmin={isAdmin} />
        </div>
      </Card>
      <Card
        title={t("who")}
        titleId="company-leave-who"
        description={t(isAdmin ? "whoHelp" : "whoOfLocations")}
      >
        <div className="grid gap-4 md:grid-cols-2">
          {targets.map(([name, kind]) => (
            <ChoiceList
              key={name}
              id={idOf(name)}
              label={t(kind)}
              searchLabel={t("search")}
              none={t("noChoice")}
              gone={t("gone")}
              choices={optionsOf[kind]}
              value={values[name]}
              onChange={(ids) => change({ [name]: ids })}
              error={errorAt(name)}
            />
          ))}
        </div>
      </Card>
      <CompanyLeavePreview values={values} />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <FormButtons
        submit={t("submit")}
        pending={form.isSaving || done}
        cancel={{ label: t("cancel"), href: paths.companyLeave }}
      />
      <LeaveGuard active={form.isDirty && !done} title={t("leave")} />
    </form>
  );
}

/** What the days mean for other leave: no one can ask for leave across them, unless their leave type gives days back. */
function TwoParts({ type, isAdmin }: { type: Type | undefined; isAdmin: boolean }) {
  const t = useTranslations("companyLeave.form");
  if (!type || type.interrupts) return null;
  return (
    <Note label={t("twoPartsLabel")}>
      <p>{t("twoParts", { type: type.name })}</p>
      {isAdmin ? (
        <p>
          <TextLink href={paths.leaveType(type.id)}>{t("typeSettings", { type: type.name })}</TextLink>
        </p>
      ) : null}
    </Note>
  );
}
