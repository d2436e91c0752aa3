"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Named } from "@/app/_kit/ui/avatar";
import { Button } from "@/app/_kit/ui/button";
import { Field } from "@/app/_kit/ui/field";
import { Picker } from "@/app/_kit/ui/picker";
import type { Approver } from "@/app/(app)/dashboard/(settings)/settings/departments/form-values";
import { usePeople } from "@/app/(app)/dashboard/(team)/people/person-search";

type Props = {
  id: string;
  label: string;
  help: string;
  error: string | undefined;
  approvers: readonly Approver[];
  onChange: (approvers: readonly Approver[]) => void;
};

/** The approvers of one level, with a search to add more. */
export function ApproversField({ id, label, help, error, approvers, onChange }: Props) {
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
