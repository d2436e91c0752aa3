"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Picker } from "@/app/_kit/ui/picker";
import { usePeople } from "./person-search";

type Props = {
  label?: string;
  value: string;
  /** The name of `value` when the page was loaded. */
  name: string;
  /** Shown for no one; choosing it clears the field. */
  none: string;
  onChange: (id: string) => void;
};

/** An active person, searched by name, or no one. */
export function ManagerPicker({ label, value, name, none, onChange }: Props) {
  const t = useTranslations("people.manager");
  const [chosen, setChosen] = useState({ id: value, name });
  return (
    <Picker
      {...(label && { label })}
      words={{ title: t("choose"), search: t("search"), none: t("noPerson") }}
      all={none}
      value={value}
      onChoose={(person) => {
        setChosen({ id: person.value, name: person.label });
        onChange(person.value);
      }}
      useChoices={usePeople}
    >
      {value === "" ? none : chosen.name}
    </Picker>
  );
}
