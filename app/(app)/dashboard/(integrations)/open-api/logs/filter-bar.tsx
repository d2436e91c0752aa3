"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { debounce, useQueryStates } from "nuqs";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { Button } from "@/app/_kit/ui/button";
import { MomentRange } from "@/app/_kit/ui/moment-field";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { Select } from "@/app/_kit/ui/select";
import { CallerFilter, type ChosenCaller } from "@/app/(app)/dashboard/(integrations)/open-api/caller-filter";
import {
  isNarrowed,
  isRequestId,
  logParsers,
  ranges,
} from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { paths } from "@/app/paths";
import { loggedMethods } from "@/server/modules/integrations/request-log/values";

const typingMs = 300;

const statuses = ["failed", "2xx", "4xx", "5xx"] as const;

const anyOr = (anyLabel: string, values: readonly string[]) => [
  { value: "", label: anyLabel },
  ...values.map((value) => ({ value, label: value })),
];

type Props = {
  caller: ChosenCaller;
  codes: readonly string[];
  endpoints: readonly string[];
  /** On a key's page, which only lists that key's requests. */
  hideKey?: boolean;
};

/** The filters of the log, which are in the URL. Each change reloads the log from the server. */
export function FilterBar({ caller, codes, endpoints, hideKey = false }: Props) {
  const t = useTranslations("logs");
  const [pending, startTransition] = useTransition();
  const [filter, setFilter] = useQueryStates(logParsers, {
    clearOnDefault: true,
    shallow: false,
    startTransition,
  });
  const set = (name: keyof typeof logParsers) => (event: { target: { value: string } }) =>
    void setFilter({ [name]: event.target.value || null });
  const narrowed = isNarrowed(filter) || filter.range !== "24h";
  return (
    <search aria-label={t("filter.label")} aria-busy={pending}>
      <div className="flex flex-wrap items-center gap-2">
        <PathSearch value={filter.q} onSearch={(q) => void setFilter({ q: q || null })} />
        <Select
          aria-label={t("filter.time")}
          value={filter.range}
          onChange={set("range")}
          options={ranges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          className="w-[calc(50%-0.25rem)] sm:w-auto"
        />
        <Select
          aria-label={t("filter.status")}
          value={filter.status ?? ""}
          onChange={set("status")}
          options={[
            { value: "", label: t("filter.anyStatus") },
            ...statuses.map((value) => ({ value, label: t(`filter.${value}`) })),
          ]}
          className="w-[calc(50%-0.25rem)] sm:w-auto"
        />
        <Select
          aria-label={t("filter.method")}
          value={filter.method ?? ""}
          onChange={set("method")}
          options={anyOr(t("filter.anyMethod"), loggedMethods)}
          className="w-[calc(50%-0.25rem)] sm:w-auto"
        />
        {hideKey ? null : (
          <CallerFilter
            label={t("filter.key")}
            all={t("filter.anyKey")}
            value={filter.key}
            chosen={caller}
            onChange={(key) => void setFilter({ key })}
            className="w-[calc(50%-0.25rem)] sm:w-40"
          />
        )}
        <Select
          aria-label={t("filter.code")}
          value={filter.code ?? ""}
          onChange={set("code")}
          options={anyOr(t("filter.anyCode"), codes)}
          className="w-[calc(50%-0.25rem)] sm:w-44"
        />
        <Select
          aria-label={t("filter.endpoint")}
          value={filter.endpoint ?? ""}
          onChange={set("endpoint")}
          options={anyOr(t("filter.anyEndpoint"), endpoints)}
          className="w-[calc(50%-0.25rem)] sm:w-44"
        />
        {narrowed ? (
          <Button variant="ghost" onClick={() => void setFilter(null)}>
            {t("filter.clear")}
          </Button>
        ) : null}
        {filter.range === "custom" ? (
          <div className="flex w-full flex-wrap gap-2">
            <MomentRange
              labels={{ from: t("filter.from"), to: t("filter.to") }}
              value={filter}
              onChange={(part) => void setFilter(part, { limitUrlUpdates: debounce(typingMs) })}
            />
          </div>
        ) : null}
      </div>
    </search>
  );
}

type SearchProps = { value: string; onSearch: (text: string) => void };

/** Searches after a pause in typing, or at once with Enter. Works as a plain form before hydration. */
function PathSearch({ value, onSearch }: SearchProps) {
  const t = useTranslations("logs");
  const router = useRouter();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next), typingMs);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    clearTimeout(timer.current);
    if (isRequestId(text)) router.push(paths.log(text.trim()));
    else onSearch(text);
  };
  return (
    <form onSubmit={submit} className="w-full sm:w-72">
      <SearchInput
        name="q"
        label={t("filter.search")}
        value={text}
        onChange={({ target }) => type(target.value)}
        className="sm:w-full"
      />
    </form>
  );
}
