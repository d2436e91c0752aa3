"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
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
import { Picker } from "@/app/_kit/ui/picker";
import { Select } from "@/app/_kit/ui/select";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import type { StandInValues } from "@/app/(app)/dashboard/(settings)/settings/stand-ins/new/form-values";
import { usePeople } from "@/app/(app)/dashboard/(team)/people/person-search";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

/** A person within sight, searched by name. */
function PersonPicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useTranslations("settings.standIns.form");
  const [name, setName] = useState("");
  return (
    <Picker
      words={{ title: t("choose"), search: t("search"), none: t("noPerson") }}
      value={value}
      onChoose={(person) => {
        setName(person.label);
        onChange(person.value);
      }}
      useChoices={usePeople}
    >
      {value ? name : t("choose")}
    </Picker>
  );
}

const fields = ["userId", "standInId", "startDate", "endDate", "departmentId"];
const idOf = (name: string) => `stand-in-${name}`;

type Props = { userId: string; approvers: inferRouterOutputs<AppRouter>["delegations"]["approvers"] };

/** "Name a stand-in": for the user, or for a managed approver. */
export function StandInForm({ userId, approvers }: Props) {
  const t = useTranslations("settings.standIns.form");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [done, setDone] = useState(false);
  const save = async ({ departmentId, ...filled }: StandInValues) => {
    const delegation = { ...filled, departmentId: departmentId || null };
    await calls.delegations.create.mutate({ attempt: attemptOf(delegation), delegation });
    setDone(true);
    toast.success(t("done"));
    // Not push: Back should not lead to a form that was sent.
    router.replace(paths.standIns);
    router.refresh();
  };
  const form = useForm<StandInValues>(
    { userId: approvers[0]?.id ?? "", standInId: "", departmentId: "", startDate: "", endDate: "" },
    {
      read: async (values) => {
        const { standInForm } = await import(
          "@/app/(app)/dashboard/(settings)/settings/stand-ins/new/form-values"
        );
        return readBy(standInForm(t), values);
      },
      fieldOf: fieldAmong(fields),
      // The period overlaps another one.
      refusedAt: { CONFLICT: "startDate" },
      save,
      idOf,
    },
  );
  const { values, errorAt } = form;
  const approver = approvers.find(({ id }) => id === values.userId);
  return (
    <Card className="max-w-2xl">
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
        <ErrorSummary errors={form.summary} />
        {approvers.length > 1 || approver?.id !== userId ? (
          <Field
            id={idOf("userId")}
            label={t("approver")}
            error={errorAt("userId")}
            required
            className="sm:max-w-96"
          >
            <Select
              value={values.userId}
              onChange={({ target }) => form.change({ userId: target.value, departmentId: "" })}
              options={approvers.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
        ) : null}
        <Field
          id={idOf("standInId")}
          label={t("standIn")}
          help={t(values.userId === userId ? "standInHelp" : "standInHelpOther")}
          error={errorAt("standInId")}
          required
          className="sm:max-w-96"
        >
          <PersonPicker value={values.standInId} onChange={(standInId) => form.change({ standInId })} />
        </Field>
        <DayFields
          values={values}
          change={form.change}
          errorAt={errorAt}
          idOf={idOf}
          labels={{ startDate: t("startDate"), endDate: t("endDate") }}
        />
        <Field
          id={idOf("departmentId")}
          label={t("department")}
          error={errorAt("departmentId")}
          className="sm:max-w-96"
        >
          <Select
            {...form.bind("departmentId")}
            options={[
              { value: "", label: t("everyDepartment") },
              ...(approver?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        {form.failure ? <ErrorPanel error={form.failure} /> : null}
        <FormButtons
          submit={t("submit")}
          pending={form.isSaving || done}
          cancel={{ label: t("cancel"), href: paths.standIns }}
        />
        <LeaveGuard active={form.isDirty && !done} title={t("leave")} />
      </form>
    </Card>
  );
}
