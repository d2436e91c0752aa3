"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useForm } from "@/app/_kit/form/use-form";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { errorOf } from "@/app/_trpc/error-of";
import { nameTaken } from "@/app/(app)/dashboard/(settings)/settings/name-taken";
import { PlaceFormTail } from "@/app/(app)/dashboard/(settings)/settings/place-form-tail";
import { limits } from "@/drizzle/schema/limits";
import { ApproverFields, approversFieldOf, approversOf, findTwice } from "./approvers-field";
import type { DepartmentValues } from "./form-values";
import { ParentPicker } from "./parent-picker";

const idOf = (name: string) => `department-${name}`;
const width = "sm:max-w-96";

type Output = {
  name: string;
  parentId: string | null;
  isDefault?: true;
  approvers: { userId: string; level: 1 | 2 }[];
};
type Props = {
  start: DepartmentValues;
  /** The department's id; null for a new one. */
  id: string | null;
  offersDefault: boolean;
  /** A second level needs the Complete plan. */
  hasLevel2: boolean;
  save: (department: Output) => Promise<unknown>;
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

/** Name, parent and approvers of a department. */
export function DepartmentForm({ start, id, offersDefault, hasLevel2, ...rest }: Props) {
  const t = useTranslations("places.departments.form");
  const form = useForm<DepartmentValues, Output>(start, {
    read: ({ name, parentId, isDefault, ...levels }) => {
      if (name.trim() === "") return { faults: [{ path: "name", message: t("faults.name") }] };
      const twice = findTwice(levels);
      if (twice) return { faults: [{ path: "level2", message: t("faults.twice", { name: twice.name }) }] };
      const output = { name: name.trim(), parentId: parentId || null, approvers: approversOf(levels) };
      return { output: isDefault ? { ...output, isDefault } : output };
    },
    fieldOf: (path, levels) => {
      const [field = ""] = path.split(".");
      if (field === "approvers") return approversFieldOf(path, levels);
      return ["name", "parentId"].includes(field) ? field : null;
    },
    faultsOf: (error) => nameTaken(errorOf(error), t("faults.nameTaken")),
    save: rest.save,
    idOf,
  });
  const { values, errorAt, change } = form;
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <Field id={idOf("name")} label={t("name")} error={errorAt("name")} required className={width}>
        <Input {...form.bind("name")} maxLength={limits.name} />
      </Field>
      <Field
        id={idOf("parentId")}
        label={t("parent")}
        help={t("parentHelp")}
        error={errorAt("parentId")}
        className={width}
      >
        <ParentPicker
          of={id}
          value={values.parentId}
          name={values.parentName}
          onChoose={(parentId, parentName) => change({ parentId, parentName })}
        />
      </Field>
      <ApproverFields form={form} idOf={idOf} hasLevel2={hasLevel2} />
      <PlaceFormTail
        form={form}
        isDefault={offersDefault ? { label: t("isDefault"), description: t("isDefaultText") } : null}
        leaveTitle={rest.leaveTitle}
        buttons={rest.buttons}
      />
    </form>
  );
}
