"use client";

import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { foundBy, searched, searchedBy } from "@/app/_kit/list/name-filter";
import { Picker, type PickerProps } from "@/app/_kit/ui/picker";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import { useTRPC } from "@/app/_trpc/queries";
import type { AppRouter } from "@/server/api/trpc";

type Props = {
  /** The department whose parent it is; null for a new one. */
  of: string | null;
  /** Empty for none. */
  value: string;
  name: string;
  onChoose: (id: string, name: string) => void;
};

type Parents = inferRouterOutputs<AppRouter>["directory"]["departments"]["searchParents"];

const withParents = ({ items, hasMore }: Parents) => ({
  items: items.map(({ id, name, parentName }) => ({ id, name, note: parentName })),
  hasMore,
});

/** The department that another is part of, searched by the server. */
export function ParentPicker({ of, value, name, onChoose }: Props) {
  const t = useTranslations("places.departments");
  const useParents: PickerProps["useChoices"] = (text) => {
    const asked = useTypedText(text);
    const { searchParents } = useTRPC().directory.departments;
    const query = { ...searchedBy(asked), ...(of !== null && { of }) };
    const options = searchParents.queryOptions(query, searched);
    return foundBy(useQuery({ ...options, select: withParents }), text, asked);
  };
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
