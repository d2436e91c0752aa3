"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { Select } from "@/app/_kit/ui/select";
import type { Choices } from "@/app/(app)/dashboard/(team)/people/(list)/people-list";
import { isFiltered, roles, states, type Wanted } from "@/app/(app)/dashboard/(team)/people/(list)/wanted";
import { paths } from "@/app/paths";

type Props = {
  wanted: Wanted;
  choices: Choices;
  leads: boolean;
  show: (part: Partial<Wanted>) => void;
  /** Omitted if the list itself offers it. */
  clear?: () => void;
};

/** The filters of the list; without JavaScript a form to submit. */
export function PeopleFilters({ wanted, choices, leads, show, clear }: Props) {
  const t = useTranslations("people");
  const named = (given: Choices["departments"]) => given.map(({ id, name }) => ({ value: id, label: name }));
  const all = [
    { name: "department", label: t("columns.department"), options: named(choices.departments) },
    { name: "location", label: t("columns.location"), options: named(choices.locations) },
    { name: "label", label: t("label"), options: named(choices.labels) },
    {
      name: "role",
      label: t("columns.role"),
      options: leads ? roles.map((role) => ({ value: role, label: t(`roles.${role}`) })) : [],
    },
  ] as const;
  const offered = all.filter(({ name, options }) => options.length > 1 || wanted[name]);
  return (
    <search aria-label={t("filter")}>
      <form
        action={paths.people}
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap items-center gap-2"
      >
        <SearchInput
          name="q"
          label={t(leads ? "search" : "searchColleagues")}
          value={wanted.q}
          maxLength={100}
          onChange={({ target }) => show({ q: target.value })}
        />
        {offered.map(({ name, label, options }) => (
          <Select
            key={name}
            name={name}
            aria-label={label}
            value={wanted[name]}
            onChange={({ target }) => show({ [name]: target.value })}
            options={[{ value: "", label: t(`any.${name}`) }, ...options]}
            className={width}
          />
        ))}
        {leads ? (
          <Select
            name="state"
            aria-label={t("columns.state")}
            value={wanted.state}
            onChange={({ target }) => show({ state: target.value as Wanted["state"] })}
            options={states.map((state) => ({ value: state, label: t(`filterStates.${state || "HERE"}`) }))}
            className={width}
          />
        ) : null}
        <noscript>
          <Button type="submit">{t("apply")}</Button>
        </noscript>
        {clear && isFiltered(wanted) ? (
          <Button variant="ghost" onClick={clear}>
            {t("clear")}
          </Button>
        ) : null}
      </form>
    </search>
  );
}

const width = "w-[calc(50%-0.25rem)] sm:w-40";
