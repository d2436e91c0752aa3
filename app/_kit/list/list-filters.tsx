import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PagedLook } from "@/app/_kit/list/list-record";
import type { useListFilter } from "@/app/_kit/list/use-list-address";
import { Button } from "@/app/_kit/ui/button";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { Select } from "@/app/_kit/ui/select";
import { longestSearch } from "@/server/kernel/list-sorts";

/** What the filters of a list consist of. */
export type FilterLook = Pick<PagedLook<unknown>, "label" | "search" | "choices" | "filters" | "clear">;
type Props<Row> = {
  list: FilterLook;
  filter: Pick<
    ReturnType<typeof useListFilter<Row>>,
    "params" | "change" | "found" | "wanted" | "values" | "set"
  >;
  children: ReactNode;
};

/** The filters of a list; without JavaScript a form to submit. */
export function ListFilters<Row>({ list, filter, children }: Props<Row>) {
  const { label, search, choices = [], filters, clear } = list;
  const { values, set, wanted, params, change, found } = filter;
  const names = ["q", ...choices.map(({ name }) => name)];
  const reset =
    clear && !wanted.isUnset && found.length > 0 ? (
      <Button variant="ghost" onClick={() => wanted.show()}>
        {clear}
      </Button>
    ) : null;
  const form = (
    <form onSubmit={(event) => event.preventDefault()} className="flex flex-wrap items-center gap-2">
      {search ? (
        <SearchInput
          name="q"
          label={search.label}
          value={wanted.q}
          maxLength={longestSearch}
          onChange={({ target }) => set("q", target.value)}
        />
      ) : null}
      {filters?.before?.({ params, change, clear: null })}
      {choices.map(({ name, label: choiceLabel, options }) => (
        <Select
          key={name}
          name={name}
          aria-label={choiceLabel}
          value={values[name]}
          onChange={({ target }) => set(name, target.value)}
          options={options.map((option) => ({ value: option.value, label: option.label }))}
          className={widthOf(choices.length)}
        />
      ))}
      {filters?.after ? filters.after({ params, change, clear: reset }) : reset}
      <WithoutScript rest={[...params].filter(([name]) => !names.includes(name))} />
      {children}
    </form>
  );
  return label ? <search aria-label={label}>{form}</search> : form;
}

const widthOf = (choices: number): string => {
  if (choices === 1) return "w-full sm:w-auto sm:min-w-44";
  return choices > 3 ? "w-[calc(50%-0.25rem)] sm:w-40" : "w-[calc(50%-0.25rem)] sm:w-44";
};

/** @param rest what the address has besides the filters */
function WithoutScript({ rest }: { rest: readonly (readonly [string, string])[] }) {
  const t = useTranslations("common.pager");
  return (
    <noscript>
      {rest.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{t("apply")}</Button>
    </noscript>
  );
}
