"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { type Language, languageNames, languages, localeOf } from "@/app/_i18n/languages";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { type Form, useForm } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { errorOf } from "@/app/_trpc/error-of";
import { ColorField } from "@/app/(app)/dashboard/(settings)/settings/color-field";
import { nameTaken } from "@/app/(app)/dashboard/(settings)/settings/name-taken";
import { limits } from "@/drizzle/schema/limits";
import {
  type CalendarStatus,
  calendarStatuses,
  type LeaveUnit,
  leaveUnits,
  type NamesByLanguage,
} from "@/drizzle/schema/values";

export interface TypeValues {
  name: string;
  /** By language; empty where it is the name. */
  names: Record<Language, string>;
  color: string;
  calendarStatus: CalendarStatus;
  isRequestable: boolean;
  isPrivate: boolean;
  interrupts: boolean;
  interruptible: boolean;
  approversSeeFiles: boolean;
  unit: LeaveUnit;
  wageCode: string;
  isInPayroll: boolean;
}

/** Without a wage code, there is none. */
type TypeOutput = Omit<TypeValues, "wageCode" | "names"> & {
  wageCode: string | null;
  names?: NamesByLanguage;
};

/** The names that were typed. */
const given = (names: TypeValues["names"]): NamesByLanguage =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const name = names[language].trim();
      return name === "" ? [] : [[language, name]];
    }),
  );

/** Names as the form holds them. */
export const namesToType = (names: NamesByLanguage): TypeValues["names"] =>
  Object.fromEntries(languages.map((language) => [language, names[language] ?? ""])) as TypeValues["names"];

/** The fields in page order, as they are called in errors. */
const fields = ["name", ...languages.map((language) => `names.${language}`), "color", "wageCode"];

const idOf = (name: string) => `leave-type-${name}`;

type Props = {
  start: TypeValues;
  save: (type: TypeOutput) => Promise<unknown>;
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

/** Name and appearance of a leave type. */
export function TypeForm({ start, save, leaveTitle, buttons }: Props) {
  const t = useTranslations("policies.form");
  const form = useForm<TypeValues, TypeOutput>(start, {
    read: ({ names: typed, ...values }) => {
      if (values.name.trim() === "") return { faults: [{ path: "name", message: t("faults.name") }] };
      const names = given(typed);
      // Unchanged, they are not sent: during an upgrade, an older process knows none.
      const isChanged = JSON.stringify(names) !== JSON.stringify(given(start.names));
      const output = { ...values, name: values.name.trim(), wageCode: values.wageCode.trim() || null };
      return { output: { ...output, ...(isChanged && { names }) } };
    },
    fieldOf: (path) => (fields.includes(path) ? path : null),
    faultsOf: (error) => nameTaken(errorOf(error), t("faults.nameTaken")),
    save,
    idOf,
  });
  const { values, errorAt, change } = form;
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-5">
      <Field id={idOf("name")} label={t("name")} error={errorAt("name")} required className="sm:max-w-96">
        <Input {...form.bind("name")} maxLength={limits.name} />
      </Field>
      <OtherNames form={form} />
      <ColorField
        id={idOf("color")}
        label={t("color")}
        error={errorAt("color")}
        value={values.color}
        onChange={(color) => change({ color })}
      />
      <Field
        id={idOf("calendarStatus")}
        label={t("calendarStatus")}
        help={t("calendarStatusHelp")}
        className="sm:max-w-96"
      >
        <Select
          {...form.bind("calendarStatus")}
          options={calendarStatuses.map((value) => ({ value, label: t(`calendarStatuses.${value}`) }))}
        />
      </Field>
      <Field id={idOf("unit")} label={t("unit")} help={t("unitHelp")} className="sm:max-w-96">
        <Select
          {...form.bind("unit")}
          options={leaveUnits.map((value) => ({ value, label: t(`units.${value}`) }))}
        />
      </Field>
      <Field
        id={idOf("wageCode")}
        label={t("wageCode")}
        help={t("wageCodeHelp")}
        error={errorAt("wageCode")}
        className="sm:max-w-96"
      >
        <Input {...form.bind("wageCode")} maxLength={limits.wageCode} className="max-w-40" />
      </Field>
      <Checkbox
        label={t("isInPayroll")}
        description={t("isInPayrollText")}
        checked={values.isInPayroll}
        onChange={({ target }) => change({ isInPayroll: target.checked })}
      />
      <Checkbox
        label={t("isRequestable")}
        description={t("isRequestableText")}
        checked={values.isRequestable}
        onChange={({ target }) => change({ isRequestable: target.checked })}
      />
      <Checkbox
        label={t("isPrivate")}
        description={t("isPrivateText")}
        checked={values.isPrivate}
        onChange={({ target }) => change({ isPrivate: target.checked })}
      />
      <Checkbox
        label={t("interrupts")}
        description={t("interruptsText")}
        checked={values.interrupts}
        onChange={({ target: { checked } }) =>
          change({ interrupts: checked, ...(checked && { interruptible: false }) })
        }
      />
      <Checkbox
        label={t("interruptible")}
        description={t("interruptibleText")}
        checked={values.interruptible}
        onChange={({ target: { checked } }) =>
          change({ interruptible: checked, ...(checked && { interrupts: false }) })
        }
      />
      <Checkbox
        label={t("approversSeeFiles")}
        description={t("approversSeeFilesText")}
        checked={values.approversSeeFiles}
        onChange={({ target }) => change({ approversSeeFiles: target.checked })}
      />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      {buttons(form.isSaving)}
      <LeaveGuard active={form.isDirty} title={leaveTitle} />
    </form>
  );
}

/** What the leave type is called in each language, for workspaces that read several. */
function OtherNames({ form: { values, errorAt, changeAt } }: { form: Form<TypeValues> }) {
  const t = useTranslations("policies.form");
  const [isOpen, setOpen] = useState(false);
  const hasFault = languages.some((language) => errorAt(`names.${language}`) !== undefined);
  return (
    <details open={isOpen || hasFault} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-6 w-fit cursor-pointer items-center rounded-sm text-muted hover:text-fg">
        {t("otherNames")}
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        <p className="text-muted">{t("otherNamesText")}</p>
        {languages.map((language) => (
          <Field
            key={language}
            id={idOf(`names.${language}`)}
            label={languageNames[language]}
            error={errorAt(`names.${language}`)}
            className="sm:max-w-96"
          >
            <Input
              lang={localeOf[language]}
              value={values.names[language]}
              placeholder={values.name}
              maxLength={limits.name}
              onChange={({ target: { value } }) =>
                changeAt([`names.${language}`], (before) => ({
                  ...before,
                  names: { ...before.names, [language]: value },
                }))
              }
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
