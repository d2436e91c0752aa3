"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { foundBy, NameFilter, searched, searchedBy } from "@/app/_kit/list/name-filter";
import type { PickerProps } from "@/app/_kit/ui/picker";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import { useTRPC } from "@/app/_trpc/queries";

type Props = {
  value: string | null;
  name: string | null;
  onChange: (id: string | null) => void;
  className?: string;
};

/** Filters by actor. */
export function PersonFilter(props: Props) {
  const t = useTranslations("audit.filter");
  const words = useTranslations("common.choosePerson");
  return (
    <NameFilter
      {...props}
      label={t("person")}
      all={t("anybody")}
      unknown={words("unknown")}
      words={{ title: words("title"), search: words("search"), none: words("none") }}
      useChoices={usePeople}
    />
  );
}

/** Filters by key. */
export function KeyFilter(props: Props) {
  const t = useTranslations("audit.filter");
  const words = useTranslations("common.chooseKey");
  return (
    <NameFilter
      {...props}
      label={t("key")}
      all={t("anyKey")}
      unknown={words("unknown")}
      words={{ title: words("title"), search: words("search"), none: words("none") }}
      useChoices={useKeys}
    />
  );
}

const usePeople: PickerProps["useChoices"] = (text) => {
  const asked = useTypedText(text);
  const { searchPeople } = useTRPC().audit;
  return foundBy(useQuery(searchPeople.queryOptions(searchedBy(asked), searched)), text, asked);
};

const useKeys: PickerProps["useChoices"] = (text) => {
  const asked = useTypedText(text);
  const { searchKeys } = useTRPC().audit;
  return foundBy(useQuery(searchKeys.queryOptions(searchedBy(asked), searched)), text, asked);
};
