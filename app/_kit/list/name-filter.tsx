"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { type Choice, type Found, Picker, type PickerProps } from "@/app/_kit/ui/picker";
import { longestSearch } from "@/server/kernel/list-sorts";
import { isFoundBy } from "@/server/kernel/text/folding";

/** @property note what tells it from a namesake */
type Named = { id: string; name: string; note?: string | null };

/** The state of a search query by name. */
type Answer = {
  data: { items: readonly Named[]; hasMore: boolean } | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

/** The input of a search query. */
export const searchedBy = (text: string) => ({ text: text.slice(0, longestSearch) || undefined });

/** The query options: the previous results stay until the next arrive, and a reopened list loads again. */
export const searched = { placeholderData: keepPreviousData, staleTime: 0 } as const;

/** @param asked the text that the answer belongs to, or will belong to */
export function foundBy(
  { data, error, isFetching, isPlaceholderData, refetch }: Answer,
  text: string,
  asked: string,
): Found {
  const isOld = isPlaceholderData || asked !== text;
  const found = (data?.items ?? []).map(({ id, name, note }) => ({ value: id, label: name, note }));
  return {
    // Enter must not choose a result of an older text.
    choices: isOld ? found.filter(({ label }) => isFoundBy(label, text)) : found,
    hasMore: data?.hasMore === true && !isOld,
    isLoading: !error && (isOld || !data),
    error: error ? (
      <ErrorPanel error={shownError(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : undefined,
  };
}

type Props = Pick<PickerProps, "label" | "words" | "all" | "useChoices" | "className"> & {
  all: string;
  /** The label of an id without a known name. */
  unknown: string;
  value: string | null;
  /** The server's name of `value`. */
  name: string | null;
  onChange: (id: string | null) => void;
};

/** A filter by one named record, searched by the server. */
export function NameFilter({ unknown, value, name, onChange, ...rest }: Props) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  return (
    <Picker
      {...rest}
      value={value ?? ""}
      onChoose={(choice) => {
        setChosen(choice);
        onChange(choice.value || null);
      }}
    >
      {value === null ? rest.all : chosen?.value === value ? chosen.label : (name ?? unknown)}
    </Picker>
  );
}
