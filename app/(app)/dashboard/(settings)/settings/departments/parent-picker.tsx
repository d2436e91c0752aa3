"use client";

import { useTranslations } from "next-intl";
import { useNamed } from "@/app/_kit/list/name-filter";
import { Picker, type PickerProps } from "@/app/_kit/ui/picker";
import { useTRPCClient } from "@/app/_trpc/client";

type Props = {
  /** The department whose parent it is; null for a new one. */
  of: string | null;
  /** Empty for none. */
  value: string;
  name: string;
  onChoose: (id: string, name: string) => void;
};

/** The department that another is part of, searched by the server. */
export function ParentPicker({ of, value, name, onChoose }: Props) {
  const t = useTranslations("places.departments");
  const { searchParents } = useTRPCClient().directory.departments;
  const useParents: PickerProps["useChoices"] = (text) =>
    useNamed(
      text,
      (asked) => searchParents.query({ ...asked, ...(of !== null && { of }) }),
      ({ parentName }) => parentName,
    );
  return (
    <Picker
      words={{ title: t("form.chooseParent"), search: t("search"), none: t("form.noneFound") }}
      all={t("form.noParent")}
      value={value}
      onChoose={(choice) => onChoose(choice.value, choice.value === "" ? "" : choice.label)}
      useChoices={useParents}
    >
      {value === "" ? t("form.noParent") : name}
    </Picker>
  );
}
