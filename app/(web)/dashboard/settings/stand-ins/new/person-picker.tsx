"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/queries";
import { Picker, type PickerProps } from "@/app/_ui/picker";
import { useTypedText } from "@/app/_ui/use-typed-text";
import { foundBy, searched, searchedBy } from "@/app/(web)/dashboard/name-filter";

/** Somebody within sight, found by their name. */
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

const usePeople: PickerProps["useChoices"] = (text) => {
  const asked = useTypedText(text);
  const { searchStandIns } = useTRPC().delegations;
  return foundBy(useQuery(searchStandIns.queryOptions(searchedBy(asked), searched)), text, asked);
};
