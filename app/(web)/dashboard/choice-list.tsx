"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/app/_ui/checkbox";
import { Fieldset } from "@/app/_ui/fieldset";
import { SearchInput } from "@/app/_ui/search-input";
import { isFoundBy } from "@/server/kernel/folding";

interface Choice {
  id: string;
  name: string;
}
type Props = {
  id: string;
  label: string;
  searchLabel: string;
  /** Said when there is nothing to choose. */
  none: string;
  /** Stands for what was chosen once and is not offered any more. */
  gone: string;
  choices: readonly Choice[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
};

const searchedFrom = 9;
/** A search finds the others. */
const shownAtOnce = 100;

/** Any number of many, with a search when there are too many to look through. */
export function ChoiceList({ id, label, searchLabel, none, gone, choices, value, onChange, error }: Props) {
  const t = useTranslations("common");
  const [search, setSearch] = useState("");
  const known = new Set(choices.map((choice) => choice.id));
  const all = [...choices, ...value.filter((one) => !known.has(one)).map((one) => ({ id: one, name: gone }))];
  const found = all.filter(({ name }) => isFoundBy(name, search.trim()));
  // What is chosen can always be taken back.
  const shown = found.filter((choice, place) => place < shownAtOnce || value.includes(choice.id));
  const toggle = (chosen: string, isOn: boolean) =>
    onChange(isOn ? [...value, chosen] : value.filter((one) => one !== chosen));
  return (
    <Fieldset id={id} legend={label} error={error}>
      {all.length >= searchedFrom ? (
        <SearchInput
          label={searchLabel}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Enter would save the form.
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
