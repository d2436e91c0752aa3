"use client";

import { useTranslations } from "next-intl";
import { NameFilter, useNamed } from "@/app/_kit/list/name-filter";
import type { PickerProps } from "@/app/_kit/ui/picker";
import { useTRPCClient } from "@/app/_trpc/client";

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

const usePeople: PickerProps["useChoices"] = (text) =>
  useNamed(text, useTRPCClient().audit.searchPeople.query);

const useKeys: PickerProps["useChoices"] = (text) => useNamed(text, useTRPCClient().audit.searchKeys.query);
