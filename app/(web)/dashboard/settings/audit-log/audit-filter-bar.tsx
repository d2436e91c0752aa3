"use client";

import { useTranslations } from "next-intl";
import { debounce, useQueryStates } from "nuqs";
import { useTransition } from "react";
import { Button } from "@/app/_ui/button";
import { MomentField } from "@/app/_ui/moment-field";
import { Select } from "@/app/_ui/select";
import { auditParsers, isNarrowed } from "@/app/(web)/dashboard/settings/audit-log/audit-filter";
import { actionWords, resourceTitle } from "@/app/(web)/dashboard/settings/audit-log/audit-words";

const typingMs = 300;

type Named = { id: string; name: string };
type Choice = { value: string; label: string };

type Props = {
  people: readonly Named[];
  keys: readonly Named[];
  actions: readonly { action: string; resourceType: string }[];
};

const ofNamed = ({ id, name }: Named): Choice => ({ value: id, label: name });

/** "Any", what there is, and what the address asks for although the log does not have it. */
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

/** The filters of the audit log, which live in the address; the server answers anew when one changes. */
export function AuditFilterBar({ people, keys, actions }: Props) {
  const t = useTranslations("audit");
  const [pending, startTransition] = useTransition();
  const [filter, setFilter] = useQueryStates(auditParsers, { shallow: false, startTransition });
  const { actor, key, action, resourceType } = filter;
  const types = [...new Set(actions.map((one) => one.resourceType))];
  const fitting = actions.filter((one) => resourceType === null || one.resourceType === resourceType);
  const selects = [
    {
      name: "actor",
      label: t("filter.person"),
      options: choices(t("filter.anybody"), people.map(ofNamed), actor, t("filter.somebodyElse")),
    },
    {
      name: "key",
      label: t("filter.key"),
      options: choices(t("filter.anyKey"), keys.map(ofNamed), key, t("filter.anotherKey")),
    },
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
      {selects.map(({ name, label, options }) => (
        <Select
          key={name}
          aria-label={label}
          value={filter[name] ?? ""}
          onChange={({ target }) => void setFilter({ [name]: target.value || null })}
          options={options}
          className="w-[calc(50%-0.25rem)] sm:w-44"
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
