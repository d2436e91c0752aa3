"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { isFoundBy } from "@/server/kernel/text/folding";

interface Choice {
  id: string;
  name: string;
}
type Props = {
  id: string;
  label: string;
  help?: string | undefined;
  searchLabel: string;
  /** Shown when there are no choices. */
  none: string;
  /** The label of a chosen entry that is no longer available. */
  gone: string;
  choices: readonly Choice[];
  /** The ids of entries that cannot be changed. */
  fixed?: readonly string[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
};

const searchedFrom = 9;
/** Maximum choices shown; a search finds the rest. */
const shownAtOnce = 100;

/** Multiple choice, with a search for long lists. */
export function ChoiceList({
  id,
  label,
  help,
  searchLabel,
  none,
  gone,
  choices,
  fixed = [],
  value,
  onChange,
  error,
}: Props) {
  const t = useTranslations("common");
  const [search, setSearch] = useState("");
  const known = new Set(choices.map((choice) => choice.id));
  const all = [...choices, ...value.filter((one) => !known.has(one)).map((one) => ({ id: one, name: gone }))];
  const found = all.filter(({ name }) => isFoundBy(name, search.trim()));
  // Chosen entries stay visible, so that they can be removed.
  const shown = found.filter((choice, place) => place < shownAtOnce || value.includes(choice.id));
  const toggle = (chosen: string, isOn: boolean) =>
    onChange(isOn ? [...value, chosen] : value.filter((one) => one !== chosen));
  return (
    <Fieldset id={id} legend={label} help={help} error={error}>
      {all.length >= searchedFrom ? (
        <SearchInput
          label={searchLabel}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Enter would submit the form.
          onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
          className="sm:w-full"
        />
      ) : null}
      {all.length === 0 ? <p className="text-muted">{none}</p> : null}
      {shown.length > 0 ? (
        <div className="-mx-1 flex max-h-52 flex-col gap-2 overflow-y-auto p-1">
          {shown.map((choice) => (
            <Checkbox
              key={choice.id}
              label={<span className="wrap-anywhere">{choice.name}</span>}
              checked={value.includes(choice.id)}
              disabled={fixed.includes(choice.id)}
              onChange={({ target }) => toggle(choice.id, target.checked)}
            />
          ))}
        </div>
      ) : null}
      {found.length > shown.length ? (
        <p className="text-muted text-xs">{t("moreChoices", { count: found.length - shown.length })}</p>
      ) : null}
    </Fieldset>
  );
}
