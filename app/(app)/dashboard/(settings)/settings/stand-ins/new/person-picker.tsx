"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Picker } from "@/app/_kit/ui/picker";
import { usePeople } from "@/app/(app)/dashboard/(settings)/settings/person-search";

/** A person within sight, searched by name. */
export function PersonPicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
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
