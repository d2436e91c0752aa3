"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { Form } from "@/app/_kit/form/use-form";
import { Named } from "@/app/_kit/ui/avatar";
import { Button } from "@/app/_kit/ui/button";
import { Field } from "@/app/_kit/ui/field";
import { Picker } from "@/app/_kit/ui/picker";
import type { Approver, Approvers } from "@/app/(app)/dashboard/(settings)/settings/departments/form-values";
import { usePeople } from "@/app/(app)/dashboard/(team)/people/person-search";

/** The approvers of both levels as the server takes them. */
export const approversOf = ({ level1, level2 }: Approvers) => [
  ...level1.map(({ userId }) => ({ userId, level: 1 as const })),
  ...level2.map(({ userId }) => ({ userId, level: 2 as const })),
];

/** The approvers of a department in a form. */
export const approversIn = (approvers: readonly (Approver & { level: number })[]): Approvers => {
  const at = (level: number) =>
    approvers.filter((one) => one.level === level).map(({ userId, name }) => ({ userId, name }));
  return { level1: at(1), level2: at(2) };
};

/** Someone of the second level who decides at the first, too. */
export const findTwice = ({ level1, level2 }: Approvers): Approver | undefined =>
  level2.find(({ userId }) => level1.some((one) => one.userId === userId));

/** The form's field of a fault of the approvers. */
export const approversFieldOf = (path: string, { level1 }: Approvers): keyof Approvers =>
  Number(path.split(".")[1] ?? 0) < level1.length ? "level1" : "level2";

type LevelsProps = {
  form: Pick<Form<Approvers>, "values" | "errorAt"> & { change(part: Partial<Approvers>): void };
  idOf: (path: keyof Approvers) => string;
  /** A second level needs the Complete plan. */
  hasLevel2: boolean;
};

/** The approvers of both levels. */
export function ApproverFields({ form: { values, errorAt, change }, idOf, hasLevel2 }: LevelsProps) {
  const t = useTranslations("places.departments.form");
  return (
    <>
      <ApproversField
        id={idOf("level1")}
        label={t("level1")}
        help={t("level1Help")}
        error={errorAt("level1")}
        approvers={values.level1}
        onChange={(level1) => change({ level1 })}
      />
      {hasLevel2 || values.level2.length > 0 ? (
        <ApproversField
          id={idOf("level2")}
          label={t("level2")}
          help={t("level2Help")}
          error={errorAt("level2")}
          approvers={values.level2}
          onChange={(level2) => change({ level2 })}
        />
      ) : (
        <p className="text-muted">{t("level2NeedsPlan")}</p>
      )}
    </>
  );
}

type Props = {
  id: string;
  label: string;
  help: string;
  error: string | undefined;
  approvers: readonly Approver[];
  onChange: (approvers: readonly Approver[]) => void;
};

/** The approvers of one level, with a search to add more. */
function ApproversField({ id, label, help, error, approvers, onChange }: Props) {
  const t = useTranslations("places.departments.form");
  const place = useRef<HTMLDivElement>(null);
  const add = (person: Approver) => {
    if (!approvers.some(({ userId }) => userId === person.userId)) onChange([...approvers, person]);
  };
  const remove = (gone: Approver) => {
    onChange(approvers.filter(({ userId }) => userId !== gone.userId));
    // The button that had the focus is removed.
    place.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
  };
  return (
    <div ref={place} className="flex flex-col gap-2 sm:max-w-96">
      <Field id={id} label={label} help={help} error={error}>
        <Picker
          words={{ title: t("choose"), search: t("search"), none: t("noPerson") }}
          value=""
          onChoose={({ value, label: name }) => add({ userId: value, name })}
          useChoices={usePeople}
        >
          {t("choose")}
        </Picker>
      </Field>
      {approvers.length === 0 ? null : (
        <ul aria-label={label} className="flex flex-col gap-1.5">
          {approvers.map((approver) => (
            <li
              key={approver.userId}
              className="flex items-center justify-between gap-2 rounded-md border border-line bg-sunken ps-2 pe-1"
            >
              <Named name={approver.name} className="py-1" />
              <Button
                size="iconSm"
                variant="ghost"
                aria-label={t("remove", { name: approver.name })}
                onClick={() => remove(approver)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
