"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useAddress } from "@/app/_kit/list/use-address";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { PeopleTable } from "@/app/(app)/dashboard/(team)/people/(list)/people-table";
import {
  filterOf,
  isFiltered,
  type PeopleFilter,
  readWanted,
  roles,
  states,
  type Wanted,
} from "@/app/(app)/dashboard/(team)/people/(list)/wanted";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

type PeopleFiltersProps = {
  wanted: Wanted;
  choices: Choices;
  leads: boolean;
  show: (part: Partial<Wanted>) => void;
  /** Omitted if the list itself offers it. */
  clear?: () => void;
};

/** The filters of the list; without JavaScript a form to submit. */
function PeopleFilters({ wanted, choices, leads, show, clear }: PeopleFiltersProps) {
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

export type PeoplePage = inferRouterOutputs<AppRouter>["people"]["page"];
export type Choices = inferRouterOutputs<AppRouter>["people"]["choices"];

type Props = {
  first: { asked: PeopleFilter; found: PeoplePage };
  choices: Choices;
  /** Whether the visitor manages others. */
  leads: boolean;
  /** Whether the visitor may change people. */
  changes: boolean;
};

const unfiltered: Wanted = { q: "", department: "", location: "", label: "", role: "", state: "" };

/** People, filtered by the URL. */
export function PeopleList({ first, choices, leads, changes }: Props) {
  const t = useTranslations("people");
  const { people } = useTRPCClient();
  const { params, change } = useAddress();
  const wanted = readWanted(params);
  const show = (part: Partial<Wanted>) =>
    change(Object.fromEntries(Object.entries(part).map(([name, value]) => [name, value || null])));
  const answer = useAnswer(filterOf(wanted), (asked) => people.page.query(asked), { first });
  const { error, isLoading } = answer;
  const { asked, found } = answer.shown ?? first;
  const { count, items } = found;
  return (
    <div className="flex flex-col gap-4">
      <PeopleFilters
        {...{ wanted, choices, leads, show }}
        clear={items.length > 0 ? () => show(unfiltered) : undefined}
      />
      <p role="status" className="text-muted">
        {t("count", { count: count ?? items.length })}
      </p>
      {error ? <ErrorPanel error={shownError(error)} retrying={isLoading} onRetry={answer.again} /> : null}
      {items.length === 0 ? (
        <EmptyState
          title={t("noMatch")}
          actions={
            isFiltered(wanted) ? <Button onClick={() => show(unfiltered)}>{t("clear")}</Button> : undefined
          }
        >
          {t("noMatchText")}
        </EmptyState>
      ) : (
        <PeopleTable
          key={JSON.stringify(asked)}
          asked={asked}
          first={found}
          isLoading={isLoading && !error}
          {...{ choices, leads, changes }}
        />
      )}
    </div>
  );
}
