"use client";

import { useTranslations } from "next-intl";
import { NameFilter, useNamed } from "@/app/_kit/list/name-filter";
import type { PickerProps } from "@/app/_kit/ui/picker";
import { useTRPCClient } from "@/app/_trpc/client";

/** The caller in the URL: an id, and its name if the id exists. */
export type ChosenCaller = { id: string; name: string | null } | null;

type Props = {
  label: string;
  all: string;
  value: string | null;
  chosen: ChosenCaller;
  onChange: (id: string | null) => void;
  className?: string;
};

/** Filters by caller: a key or an app. */
export function CallerFilter({ chosen, value, ...rest }: Props) {
  const t = useTranslations("common.chooseKey");
  return (
    <NameFilter
      {...rest}
      words={{ title: t("title"), search: t("search"), none: t("none") }}
      unknown={t("unknown")}
      value={value}
      name={chosen?.id === value ? (chosen?.name ?? null) : null}
      useChoices={useCallers}
    />
  );
}

const useCallers: PickerProps["useChoices"] = (text) =>
  useNamed(text, useTRPCClient().requestLog.searchCallers.query);
