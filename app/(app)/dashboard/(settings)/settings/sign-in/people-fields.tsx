"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import type { ConnectionView } from "@/server/modules/workspace/connections/present";

type Place = { id: string; name: string };

export interface Places {
  locations: readonly Place[];
  departments: readonly Place[];
}

/** Whether a connection creates people, and where; empty for the workspace's default. */
export interface PeopleValues {
  createsPeople: boolean;
  locationId: string;
  departmentId: string;
}

export const startOfPeople = (connection: ConnectionView | undefined): PeopleValues => ({
  createsPeople: connection?.createsPeople ?? false,
  locationId: connection?.locationId ?? "",
  departmentId: connection?.departmentId ?? "",
});

/** The part of a form that these fields need. */
interface PeopleForm {
  values: PeopleValues;
  change(part: Partial<PeopleValues>): void;
  bind(name: "locationId" | "departmentId"): {
    value: string;
    onChange(event: { target: { value: string } }): void;
  };
  errorAt(path: string): string | undefined;
}

export function PeopleFields({
  form,
  idOf,
  locations,
  departments,
}: Places & { form: PeopleForm; idOf: (path: string) => string }) {
  const t = useTranslations("connections.form");
  const options = (places: readonly Place[]) => [
    { value: "", label: t("default") },
    ...places.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <Checkbox
        label={t("creates")}
        description={t("createsHelp")}
        checked={form.values.createsPeople}
        onChange={(event) => form.change({ createsPeople: event.target.checked })}
      />
      {form.values.createsPeople ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id={idOf("locationId")} label={t("location")} error={form.errorAt("locationId")}>
            <Select {...form.bind("locationId")} options={options(locations)} />
          </Field>
          <Field id={idOf("departmentId")} label={t("department")} error={form.errorAt("departmentId")}>
            <Select {...form.bind("departmentId")} options={options(departments)} />
          </Field>
        </div>
      ) : null}
    </>
  );
}
