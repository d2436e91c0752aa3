"use client";

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
  const [pending, startTransition] = useTransition();
  const [filter, setFilter] = useQueryStates(auditParsers, { shallow: false, startTransition });
  const { actor, key, action, resourceType } = filter;
  const types = [...new Set(actions.map((one) => one.resourceType))];
  const fitting = actions.filter((one) => resourceType === null || one.resourceType === resourceType);
  const selects = [
    {
      name: "actor",
      label: "Person",
      options: choices("Anybody", people.map(ofNamed), actor, "Somebody else"),
    },
    { name: "key", label: "Key", options: choices("Any or no key", keys.map(ofNamed), key, "Another key") },
    {
      name: "action",
      label: "Action",
      options: choices(
        "Any action",
        fitting.map((one) => ({ value: one.action, label: actionWords(one.action) })),
        action,
        actionWords(action ?? ""),
      ),
    },
    {
      name: "resourceType",
      label: "Resource type",
      options: choices(
        "Any resource type",
        types.map((type) => ({ value: type, label: resourceTitle(type) })),
        resourceType,
        resourceTitle(resourceType ?? ""),
      ),
    },
  ] as const;
  return (
    <search aria-label="Filter the audit log" aria-busy={pending} className="flex flex-wrap gap-2">
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
          label="From"
          value={filter.from}
          onChange={(from) => void setFilter({ from }, { limitUrlUpdates: debounce(typingMs) })}
        />
        <MomentField
          label="To"
          value={filter.to}
          onChange={(to) => void setFilter({ to }, { limitUrlUpdates: debounce(typingMs) })}
        />
        {isNarrowed(filter) ? (
          <Button variant="ghost" onClick={() => void setFilter(null)}>
            Clear filters
          </Button>
        ) : null}
      </div>
    </search>
  );
}
