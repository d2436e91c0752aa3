"use client";

import { type ReactNode, useState } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { type Choice, type Found, Picker, type PickerProps } from "@/app/_kit/ui/picker";
import { useAnswer } from "@/app/_trpc/use-answer";
import { longestSearch } from "@/server/kernel/list-sorts";
import { isFoundBy } from "@/server/kernel/text/folding";

type Named = { id: string; name: string };

/**
 * The records that a procedure finds by name, for a Picker.
 * @param search the procedure's query
 * @param noteOf what tells a record from a namesake
 * @param isPerson whether the records are people
 */
export function useNamed<Row extends Named>(
  text: string,
  search: (asked: { text?: string }) => Promise<{ items: readonly Row[]; hasMore: boolean }>,
  noteOf?: (row: Row) => ReactNode,
  isPerson = false,
): Found {
  const { shown, error, isLoading, again } = useAnswer(
    { text: text.slice(0, longestSearch) || undefined },
    search,
  );
  const { items = [], hasMore = false } = shown?.found ?? {};
  const found = items.map((row) => ({ value: row.id, label: row.name, note: noteOf?.(row), isPerson }));
  return {
    // Enter must not choose a result of an older text.
    choices: isLoading ? found.filter(({ label }) => isFoundBy(label, text)) : found,
    hasMore: hasMore && !isLoading,
    isLoading: isLoading && !error,
    error: error ? <ErrorPanel error={shownError(error)} retrying={isLoading} onRetry={again} /> : undefined,
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
