"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Named } from "@/app/_kit/ui/avatar";
import { cn } from "@/app/_kit/ui/class-names";
import { controlStyles } from "@/app/_kit/ui/control-styles";
import type { Choice, PickerProps } from "@/app/_kit/ui/picker";
import { isFoundBy } from "@/server/kernel/text/folding";

type Props = Pick<PickerProps, "words" | "value" | "all" | "onChoose" | "useChoices"> & {
  id: string;
  text: string;
  onText: (text: string) => void;
  search: RefObject<HTMLInputElement | null>;
};

/** The content of a Picker's dialog: a search field and its results. */
export function PickerList({ id, words, value, all, onChoose, useChoices, text, onText, search }: Props) {
  const t = useTranslations("common.picker");
  const wanted = text.trim();
  const { choices, hasMore, isLoading = false, error } = useChoices(wanted, value);
  const first = all !== undefined && isFoundBy(all, wanted) ? [{ value: "", label: all }] : [];
  const status = isLoading ? t("loading") : hasMore ? t("more") : "";
  return (
    <Autocomplete.Root
      open
      inline
      items={[...first, ...choices]}
      // `useChoices` has filtered them already.
      filter={null}
      value={text}
      onValueChange={(next, { reason }) => (reason === "item-press" ? undefined : onText(next))}
      itemToStringValue={({ label }: Choice) => label}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        ref={search}
        aria-label={words.search}
        placeholder={words.search}
        className={cn(controlStyles, "h-8 pointer-coarse:h-11")}
      />
      {error}
      <Autocomplete.Empty>
        {isLoading || error ? null : <div className="px-2 py-3 text-muted">{words.none}</div>}
      </Autocomplete.Empty>
      <Autocomplete.List
        id={id}
        aria-label={words.title}
        className="mt-2 max-h-72 overflow-y-auto overscroll-contain data-empty:hidden"
      >
        {(choice: Choice) => (
          <Autocomplete.Item
            key={choice.value}
            value={choice}
            aria-current={choice.value === value || undefined}
            onClick={() => onChoose(choice)}
            className="flex min-h-8 cursor-default items-center justify-between gap-3 rounded-sm px-2 py-1 outline-none data-highlighted:bg-hover pointer-coarse:min-h-11 forced-colors:data-highlighted:bg-[Highlight]"
          >
            {choice.isPerson ? (
              <Named name={choice.label} />
            ) : (
              <span className="min-w-0 wrap-anywhere">{choice.label}</span>
            )}
            <span className="flex shrink-0 items-center gap-2 text-muted text-xs tabular-nums">
              {choice.note}
              {choice.value === value ? <Check aria-hidden className="size-4" /> : null}
            </span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className="px-2 pt-2 text-muted text-xs empty:hidden">
        {status}
      </Autocomplete.Status>
    </Autocomplete.Root>
  );
}
