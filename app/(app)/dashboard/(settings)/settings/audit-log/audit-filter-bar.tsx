"use client";

import { useTranslations } from "next-intl";
import { debounce, useQueryStates } from "nuqs";
import { useTransition } from "react";
import { NameFilter, useNamed } from "@/app/_kit/list/name-filter";
import { Button } from "@/app/_kit/ui/button";
import { MomentField } from "@/app/_kit/ui/moment-field";
import type { PickerProps } from "@/app/_kit/ui/picker";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import { auditParsers, isNarrowed } from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-filter";
import { actionWords, resourceTitle } from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-words";

type PersonFilterProps = {
  value: string | null;
  name: string | null;
  onChange: (id: string | null) => void;
  className?: string;
};

/** Filters by actor. */
function PersonFilter(props: PersonFilterProps) {
  const t = useTranslations("audit.filter");
  const words = useTranslations("common.choosePerson");
  return (
    <NameFilter
      {...props}
      label={t("person")}
      all={t("anybody")}
      unknown={words("unknown")}
      words={{ title: words("title"), search: words("search"), none: words("none") }}
      useChoices={usePeople}
    />
  );
}

/** Filters by key. */
function KeyFilter(props: PersonFilterProps) {
  const t = useTranslations("audit.filter");
  const words = useTranslations("common.chooseKey");
  return (
    <NameFilter
      {...props}
      label={t("key")}
      all={t("anyKey")}
      unknown={words("unknown")}
      words={{ title: words("title"), search: words("search"), none: words("none") }}
      useChoices={useKeys}
    />
  );
}

const usePeople: PickerProps["useChoices"] = (text) =>
  useNamed(text, useTRPCClient().audit.searchPeople.query);

const useKeys: PickerProps["useChoices"] = (text) => useNamed(text, useTRPCClient().audit.searchKeys.query);

const typingMs = 300;
const width = "w-[calc(50%-0.25rem)] sm:w-44";

type Choice = { value: string; label: string };

type Props = {
  actions: readonly { action: string; resourceType: string }[];
  /** Names for the ids in the URL. */
  actorName: string | null;
  keyName: string | null;
};

/** "Any", the existing values, and a value from the URL that the log does not contain. */
function choices(
  anyLabel: string,
  given: readonly Choice[],
  chosen: string | null,
  unknown: string,
): Choice[] {
  const isMissing = chosen !== null && given.every(({ value }) => value !== chosen);
  return [
    { value: "", label: anyLabel },
    ...given,
    ...(isMissing && chosen !== null ? [{ value: chosen, label: unknown }] : []),
  ];
}

/** The filters of the audit log, which are in the URL. Each change reloads the log from the server. */
export function AuditFilterBar({ actions, actorName, keyName }: Props) {
  const t = useTranslations("audit");
  const [pending, startTransition] = useTransition();
  const [filter, setFilter] = useQueryStates(auditParsers, { shallow: false, startTransition });
  const { action, resourceType } = filter;
  const types = [...new Set(actions.map((one) => one.resourceType))];
  const fitting = actions.filter((one) => resourceType === null || one.resourceType === resourceType);
  const selects = [
    {
      name: "action",
      label: t("filter.action"),
      options: choices(
        t("filter.anyAction"),
        fitting.map((one) => ({ value: one.action, label: actionWords(t, one.action) })),
        action,
        actionWords(t, action ?? ""),
      ),
    },
    {
      name: "resourceType",
      label: t("filter.resourceType"),
      options: choices(
        t("filter.anyResourceType"),
        types.map((type) => ({ value: type, label: resourceTitle(t, type) })),
        resourceType,
        resourceTitle(t, resourceType ?? ""),
      ),
    },
  ] as const;
  return (
    <search aria-label={t("filter.label")} aria-busy={pending} className="flex flex-wrap gap-2">
      <PersonFilter
        value={filter.actor}
        name={actorName}
        onChange={(actor) => void setFilter({ actor })}
        className={width}
      />
      <KeyFilter
        value={filter.key}
        name={keyName}
        onChange={(key) => void setFilter({ key })}
        className={width}
      />
      {selects.map(({ name, label, options }) => (
        <Select
          key={name}
          aria-label={label}
          value={filter[name] ?? ""}
          onChange={({ target }) => void setFilter({ [name]: target.value || null })}
          options={options}
          className={width}
        />
      ))}
      <div className="flex w-full flex-wrap items-end gap-2">
        <MomentField
          label={t("filter.from")}
          value={filter.from}
          onChange={(from) => void setFilter({ from }, { limitUrlUpdates: debounce(typingMs) })}
        />
        <MomentField
          label={t("filter.to")}
          value={filter.to}
          onChange={(to) => void setFilter({ to }, { limitUrlUpdates: debounce(typingMs) })}
        />
        {isNarrowed(filter) ? (
          <Button variant="ghost" onClick={() => void setFilter(null)}>
            {t("filter.clear")}
          </Button>
        ) : null}
      </div>
    </search>
  );
}
