"use client";

import { useTranslations } from "next-intl";
import { useAddress } from "@/app/_kit/list/use-address";
import { Button } from "@/app/_kit/ui/button";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { Select } from "@/app/_kit/ui/select";
import { Spinner } from "@/app/_kit/ui/spinner";
import { Switch } from "@/app/_kit/ui/switch";
import { isFiltered, unfiltered, type Wanted } from "@/app/(app)/dashboard/(team)/approvals/address";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { longestSearch } from "@/server/kernel/list-sorts";

type Props = {
  wanted: Wanted;
  choices: Pick<Choices, "departments" | "leaveTypes">;
  isLoading: boolean;
};

/** The filters of the queue, and the switch of its weeks; without JavaScript a form to submit. */
export function QueueFilters({ wanted, choices, isLoading }: Props) {
  const t = useTranslations("approvals.filters");
  const common = useTranslations("common.pager");
  const { change } = useAddress();
  // The open request may be none of those that are left.
  const show = (values: Record<string, string | null>) => change({ ...values, leave: null });
  const lists = [
    { name: "department", all: t("allDepartments"), label: t("department"), options: choices.departments },
    { name: "type", all: t("allTypes"), label: t("type"), options: choices.leaveTypes },
  ] as const;
  return (
    <search aria-label={t("label")}>
      <form
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap items-center gap-x-2 gap-y-2"
      >
        <SearchInput
          name="q"
          label={t("person")}
          value={wanted.q}
          maxLength={longestSearch}
          onChange={({ target }) => show({ q: target.value || null })}
          className="sm:w-48"
        />
        {lists
          .filter(({ name, options }) => options.length > 1 || wanted[name])
          .map(({ name, all, label, options }) => (
            <Select
              key={name}
              name={name}
              aria-label={label}
              value={wanted[name]}
              onChange={({ target }) => show({ [name]: target.value || null })}
              options={[
                { value: "", label: all },
                ...options.map((option) => ({ value: option.id, label: option.name })),
              ]}
              className="w-[calc(50%-0.25rem)] sm:w-40"
            />
          ))}
        <Switch
          name="group"
          value="week"
          label={t("byWeek")}
          checked={wanted.isByWeek}
          onChange={({ target }) => show({ group: target.checked ? "week" : null })}
        />
        {isFiltered(wanted) ? (
          <Button variant="ghost" onClick={() => show(unfiltered)}>
            {t("clear")}
          </Button>
        ) : null}
        {isLoading ? <Spinner /> : null}
        <noscript>
          <Button type="submit">{common("apply")}</Button>
        </noscript>
      </form>
    </search>
  );
}
