"use client";

import { useTranslations } from "next-intl";
import { useNamed } from "@/app/_kit/list/name-filter";
import { Field } from "@/app/_kit/ui/field";
import { type Choice, Picker, type PickerProps } from "@/app/_kit/ui/picker";
import { useTRPCClient } from "@/app/_trpc/client";

type Props = {
  id: string;
  /** Null for the signed-in user. */
  owner: { id: string; name: string } | null;
  error?: string | undefined;
  onChoose: (choice: Choice) => void;
};

/** The owner of the leave: the user, or a managed employee. */
export function LeaveOwnerPicker({ id, owner, error, onChoose }: Props) {
  const t = useTranslations("leaves.form.owner");
  return (
    <Field
      id={id}
      label={t("label")}
      help={owner ? t("help", owner) : undefined}
      error={error}
      className="sm:max-w-96"
    >
      <Picker
        words={{ title: t("title"), search: t("search"), none: t("none") }}
        all={t("self")}
        value={owner?.id ?? ""}
        useChoices={useLeaveOwners}
        onChoose={onChoose}
      >
        {owner?.name ?? t("self")}
      </Picker>
    </Field>
  );
}

/** The managed employees, searched by name, each with their department. */
export const useLeaveOwners: PickerProps["useChoices"] = (text) =>
  useNamed(text, useTRPCClient().leaves.searchTakers.query, ({ departmentName }) => departmentName, true);
