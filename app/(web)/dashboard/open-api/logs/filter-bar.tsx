"use client";

import { useRouter } from "next/navigation";
import { debounce, useQueryStates } from "nuqs";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { Button } from "@/app/_ui/button";
import { MomentField } from "@/app/_ui/moment-field";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import {
  isNarrowed,
  isRequestId,
  logParsers,
  rangeChoices,
} from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { paths } from "@/app/(web)/dashboard/paths";
import { loggedMethods } from "@/server/modules/request-log/schema";

const typingMs = 300;

const statusLabels = [
  { value: "", label: "Any status" },
  { value: "failed", label: "Failed" },
  { value: "2xx", label: "2xx success" },
  { value: "4xx", label: "4xx refused" },
  { value: "5xx", label: "5xx failed" },
];

const anyOr = (anyLabel: string, values: readonly string[]) => [
  { value: "", label: anyLabel },
  ...values.map((value) => ({ value, label: value })),
];

type Props = {
  callers: readonly { id: string; name: string }[];
  codes: readonly string[];
  endpoints: readonly string[];
  /** On a key's own page, whose requests are the only ones. */
  hideKey?: boolean;
};

/** The filters of the log, which live in the address; the server answers anew when one changes. */
export function FilterBar({ callers, codes, endpoints, hideKey = false }: Props) {
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
    <search aria-label="Filter the request log" aria-busy={pending}>
      <div className="flex flex-wrap items-center gap-2">
        <PathSearch value={filter.q} onSearch={(q) => void setFilter({ q: q || null })} />
        <Select
          aria-label="Time"
          value={filter.range}
          onChange={set("range")}
          options={rangeChoices}
          className="w-[calc(50%-0.25rem)] sm:w-36"
        />
        <Select
          aria-label="Status"
          value={filter.status ?? ""}
          onChange={set("status")}
          options={statusLabels}
          className="w-[calc(50%-0.25rem)] sm:w-36"
        />
        <Select
          aria-label="Method"
          value={filter.method ?? ""}
          onChange={set("method")}
          options={anyOr("Any method", loggedMethods)}
          className="w-[calc(50%-0.25rem)] sm:w-32"
        />
        {hideKey ? null : (
          <Select
            aria-label="Key"
            value={filter.key ?? ""}
            onChange={set("key")}
            options={[
              { value: "", label: "Any key" },
              ...callers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            className="w-[calc(50%-0.25rem)] sm:w-40"
          />
        )}
        <Select
          aria-label="Error code"
          value={filter.code ?? ""}
          onChange={set("code")}
          options={anyOr("Any error code", codes)}
          className="w-[calc(50%-0.25rem)] sm:w-44"
        />
        <Select
          aria-label="Endpoint"
          value={filter.endpoint ?? ""}
          onChange={set("endpoint")}
          options={anyOr("Any endpoint", endpoints)}
          className="w-[calc(50%-0.25rem)] sm:w-44"
        />
        {narrowed ? (
          <Button variant="ghost" onClick={() => void setFilter(null)}>
            Clear filters
          </Button>
        ) : null}
        {filter.range === "custom" ? (
          <div className="flex w-full flex-wrap gap-2">
            <MomentField
              label="From"
              value={filter.from}
              onChange={(from) => void setFilter({ from }, { limitUrlUpdates: debounce(typingMs) })}
            />
            <MomentField
              label="To"
              value={filter.to}
              onChange={(to) => void setFilter({ to }, { limitUrlUpdates: debounce(typingMs) })}
            />
          </div>
        ) : null}
      </div>
    </search>
  );
}

type SearchProps = { value: string; onSearch: (text: string) => void };

/** Searches once the typing pauses, at once with Enter; works as a form before the page is awake. */
function PathSearch({ value, onSearch }: SearchProps) {
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
        label="Search request ID or path"
        value={text}
        onChange={({ target }) => type(target.value)}
        className="sm:w-full"
      />
    </form>
  );
}
