"use client";

import { useTranslations } from "next-intl";
import { readInstant } from "@/app/_kit/list/list-query";
import type { OwnFilters, PagedChoice } from "@/app/_kit/list/list-record";
import { NameFilter, useNamed } from "@/app/_kit/list/name-filter";
import { useAddress } from "@/app/_kit/list/use-address";
import { MomentRange } from "@/app/_kit/ui/moment-field";
import type { PickerProps } from "@/app/_kit/ui/picker";
import { useTRPCClient } from "@/app/_trpc/client";
import { readAuditQuery } from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-query";
import {
  type AuditWords,
  actionWords,
  resourceTitle,
} from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-words";

type NameProps = {
  value: string | null;
  name: string | null;
  onChange: (id: string | null) => void;
  className?: string;
};

/** Filters by actor. */
function PersonFilter(props: NameProps) {
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
function KeyFilter(props: NameProps) {
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
  useNamed(text, useTRPCClient().audit.searchPeople.query, undefined, true);

const useKeys: PickerProps["useChoices"] = (text) => useNamed(text, useTRPCClient().audit.searchKeys.query);

const width = "w-[calc(50%-0.25rem)] sm:w-44";

/** The filters by names and times. @param names of the ids in the address that the page was opened with */
export const auditFilters = (names: { actor: string | null; key: string | null }): OwnFilters => ({
  names: ["actor", "key", "resourceId", "from", "to"],
  before: ({ params, change }) => (
    <>
      <PersonFilter
        value={params.get("actor")}
        name={names.actor}
        onChange={(actor) => change({ actor })}
        className={width}
      />
      <KeyFilter
        value={params.get("key")}
        name={names.key}
        onChange={(key) => change({ key })}
        className={width}
      />
    </>
  ),
  after: (address) => <Times {...address} />,
});

/** An action in the log. */
export type AuditAction = { action: string; resourceType: string };

/** The actions of the chosen type of resource, and the types. */
export function useAuditChoices(actions: readonly AuditAction[]): PagedChoice[] {
  const t = useTranslations("audit");
  const { resourceType } = readAuditQuery(useAddress().params);
  const fitting = actions.filter((one) => resourceType === undefined || one.resourceType === resourceType);
  const types = [...new Set(actions.map((one) => one.resourceType))];
  const option = (value: string, words: (t: AuditWords, value: string) => string) => ({
    value,
    label: words(t, value),
  });
  return [
    {
      name: "action",
      label: t("filter.action"),
      options: [
        { value: "", label: t("filter.anyAction") },
        ...fitting.map(({ action }) => option(action, actionWords)),
      ],
      unknown: (action) => actionWords(t, action),
    },
    {
      name: "resourceType",
      label: t("filter.resourceType"),
      options: [
        { value: "", label: t("filter.anyResourceType") },
        ...types.map((type) => option(type, resourceTitle)),
      ],
      unknown: (type) => resourceTitle(t, type),
    },
  ];
}

type TimesProps = Parameters<NonNullable<OwnFilters["after"]>>[0];

function Times({ params, change, clear }: TimesProps) {
  const t = useTranslations("audit.filter");
  const at = (name: "from" | "to") => {
    const text = readInstant(name, params);
    return text === undefined ? null : new Date(text);
  };
  return (
    <div className="flex w-full flex-wrap items-end gap-2">
      <MomentRange
        labels={{ from: t("from"), to: t("to") }}
        value={{ from: at("from"), to: at("to") }}
        onChange={(part) =>
          change(
            Object.fromEntries(Object.entries(part).map(([name, to]) => [name, to?.toISOString() ?? null])),
          )
        }
      />
      {clear}
    </div>
  );
}
