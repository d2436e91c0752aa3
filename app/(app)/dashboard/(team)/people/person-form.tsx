"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChoiceList } from "@/app/_kit/form/choice-list";
import type { Form } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { DateField } from "@/app/_kit/ui/date-field";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { ManagerPicker } from "@/app/(app)/dashboard/(team)/people/manager-picker";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import type { PersonValues } from "@/app/(app)/dashboard/(team)/people/person-values";
import { roles } from "@/drizzle/schema/values";

interface Choice {
  id: string;
  name: string;
}

/** The choices of a person's form. */
export type PersonChoices = Record<"departments" | "locations" | "labels", Choice[]>;

export const fieldId = (name: string) => `person-${name}`;

type Props = {
  form: Form<PersonValues>;
  choices: PersonChoices;
  /** Whether the visitor may assign roles. */
  appoints: boolean;
  /** Why the email address can't be changed. */
  emailHelp?: string | undefined;
  /** Help text below the location. */
  locationHelp?: string;
  /** The name of their manager; empty for none. */
  managerName?: string;
  /** What the person's directory sets; null where none does. */
  directory?: PersonDetails["directory"];
};

/** Days: without a year, the nearest such day is meant. People are entered before they start, and after. */
const halfYear = 182;

const options = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ value: id, label: name }));

/** The fields of a person. */
export function PersonFields({
  form,
  choices,
  appoints,
  emailHelp,
  locationHelp,
  managerName = "",
  directory = null,
}: Props) {
  const t = useTranslations("people");
  const { errorAt, bind } = form;
  const field = (name: keyof PersonValues) => ({ id: fieldId(name), error: errorAt(name) });
  /** Where a field's value comes from; such a field cannot be changed here. */
  const setBy = (name: keyof PersonValues): string | undefined =>
    directory?.fields.some((one) => one === name) ? t("form.setBy", { name: directory.name }) : undefined;
  const isSet = (name: keyof PersonValues) => setBy(name) !== undefined;
  const fixed = choices.labels.filter(({ name }) => directory?.labels.includes(name));
  const labelsHelp =
    directory && fixed.length > 0
      ? t("form.labelsSetBy", { name: directory.name, labels: fixed.map(({ name }) => name).join(", ") })
      : undefined;
  const emailNote = setBy("email") ?? emailHelp;
  const date = (name: "birthday" | "startDate" | "endDate", pastDays: number) => (
    <DateField
      {...field(name)}
      label={t(`fields.${name}`)}
      value={form.values[name]}
      onChange={(value) => form.change({ [name]: value })}
      optional
      pastDays={pastDays}
    />
  );
  return (
    <>
      <Card title={t("form.who")} titleId="person-who">
        <Grid>
          <Field {...field("name")} label={t("columns.name")} help={setBy("name")} required>
            <Input {...bind("name")} autoComplete="off" readOnly={isSet("name")} />
          </Field>
          <Field {...field("email")} label={t("fields.email")} help={emailNote} required>
            <Input {...bind("email")} type="email" autoComplete="off" readOnly={emailNote !== undefined} />
          </Field>
          <Field {...field("employeeId")} label={t("fields.employeeId")} help={setBy("employeeId")} optional>
            <Input {...bind("employeeId")} autoComplete="off" readOnly={isSet("employeeId")} />
          </Field>
          {date("birthday", 365)}
        </Grid>
      </Card>
      <Card title={t("form.where")} titleId="person-where">
        <Grid>
          <Field
            {...field("departmentId")}
            label={t("columns.department")}
            help={setBy("departmentId")}
            required
          >
            <Select
              {...bind("departmentId")}
              options={options(choices.departments)}
              disabled={isSet("departmentId")}
            />
          </Field>
          <Field
            {...field("locationId")}
            label={t("columns.location")}
            help={setBy("locationId") ?? locationHelp}
            required
          >
            <Select
              {...bind("locationId")}
              options={options(choices.locations)}
              disabled={isSet("locationId")}
            />
          </Field>
          <Field
            {...field("approverId")}
            label={t("fields.approverId")}
            help={setBy("approverId") ?? t("manager.help")}
            optional
          >
            {isSet("approverId") ? (
              <Input value={managerName || t("manager.none")} readOnly />
            ) : (
              <ManagerPicker
                value={form.values.approverId}
                name={managerName}
                none={t("manager.none")}
                onChange={(approverId) => form.change({ approverId })}
              />
            )}
          </Field>
          {date("startDate", halfYear)}
          {date("endDate", 30)}
          {choices.labels.length > 0 ? (
            <Places
              {...{ form, name: "labels", choices: choices.labels, words: "labels", help: labelsHelp }}
              fixed={fixed.map(({ id }) => id)}
            />
          ) : null}
        </Grid>
      </Card>
      {appoints ? (
        <Card title={t("columns.role")} titleId="person-role-card">
          <Grid>
            <Field
              {...field("role")}
              label={t("columns.role")}
              help={setBy("role") ?? t(`form.roles.${form.values.role}`)}
            >
              <Select
                {...bind("role")}
                disabled={isSet("role")}
                options={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
              />
            </Field>
            {form.values.role === "LOCATION_ADMIN" ? (
              <Places form={form} name="managedLocationIds" choices={choices.locations} words="managed" />
            ) : null}
            {form.values.role === "APPROVER" ? (
              <Places
                form={form}
                name="approvedDepartmentIds"
                choices={choices.departments}
                words="approved"
              />
            ) : null}
          </Grid>
        </Card>
      ) : null}
    </>
  );
}

const Grid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
);

type PlacesProps = {
  form: Form<PersonValues>;
  name: "labels" | "managedLocationIds" | "approvedDepartmentIds";
  choices: readonly Choice[];
  words: "labels" | "managed" | "approved";
  help?: string | undefined;
  /** The ids of entries that cannot be changed. */
  fixed?: readonly string[];
};

function Places({ form, name, choices, words, help, fixed = [] }: PlacesProps) {
  const t = useTranslations("people.form.choices");
  return (
    <ChoiceList
      id={fieldId(name)}
      label={t(`${words}.label`)}
      searchLabel={t(`${words}.search`)}
      none={t(`${words}.none`)}
      gone={t("gone")}
      choices={choices}
      help={help}
      fixed={fixed}
      value={form.values[name]}
      onChange={(ids) => form.change({ [name]: ids })}
      error={form.errorAt(name)}
    />
  );
}
