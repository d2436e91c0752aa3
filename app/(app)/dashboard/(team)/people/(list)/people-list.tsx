"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useAddress } from "@/app/_kit/list/use-address";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { PeopleFilters } from "@/app/(app)/dashboard/(team)/people/(list)/people-filters";
import { PeopleTable } from "@/app/(app)/dashboard/(team)/people/(list)/people-table";
import {
  filterOf,
  isFiltered,
  type PeopleFilter,
  readWanted,
  type Wanted,
} from "@/app/(app)/dashboard/(team)/people/(list)/wanted";
import type { AppRouter } from "@/server/api/trpc";

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
