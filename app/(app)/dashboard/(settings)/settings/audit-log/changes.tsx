"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import {
  type AuditWords,
  fieldWords,
  valueWords,
} from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-words";
import { isObject } from "@/server/kernel/schema";
import type { AuditView } from "@/server/modules/workspace/audit/present";

/** The change of one field; for a policy, with its location. */
interface FieldChange {
  name: string;
  /** A public id. */
  locationId?: string;
  from?: unknown;
  to?: unknown;
}

type Policy = Record<string, unknown> & { locationId: string };

const isPolicies = (value: unknown): value is Policy[] | undefined =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one?.locationId === "string"));

/** The changed fields of an entry; for policies, each changed rule per location. */
export const fieldChanges = (changes: AuditView["changes"]): FieldChange[] =>
  Object.entries(changes ?? {}).flatMap(([name, change]) =>
    name === "policies" && isPolicies(change.from) && isPolicies(change.to)
      ? policyChanges(change.from ?? [], change.to ?? [])
      : [{ name, ...change }],
  );

function policyChanges(from: readonly Policy[], to: readonly Policy[]): FieldChange[] {
  const before = new Map(from.map((policy) => [policy.locationId, policy]));
  return to.flatMap(({ locationId: id, ...rules }): FieldChange[] => {
    const locationId = `location-${id}`;
    const had = before.get(id);
    if (!had) return [{ name: "policies", locationId, to: rules }];
    return Object.entries(rules)
      .filter(([rule, value]) => JSON.stringify(value) !== JSON.stringify(had[rule]))
      .map(([rule, value]) => ({ name: rule, locationId, from: had[rule] ?? null, to: value }));
  });
}

type Named = (labelId: string) => string;

/** Extra days with the names of their labels, of a field or among the rules of a new policy. */
const withNames = (value: unknown, nameOf: Named): unknown =>
  Array.isArray(value)
    ? value.map(({ labelId, ...given }) => ({ labelId: nameOf(labelId), ...given }))
    : isObject(value) && "labelDays" in value
      ? { ...value, labelDays: withNames(value.labelDays, nameOf) }
      : value;

export const withLabels = (change: FieldChange, nameOf: Named): FieldChange =>
  change.name === "labelDays" || (change.name === "policies" && change.locationId !== undefined)
    ? {
        ...change,
        ...("from" in change && { from: withNames(change.from, nameOf) }),
        ...("to" in change && { to: withNames(change.to, nameOf) }),
      }
    : change;

/** How many changed fields are named without a click. */
const namedFields = 3;

/** The names of the first changed fields, where something was changed: "Belgrade: Yearly quota". */
export function ChangedFields({ changes, placeNames }: Pick<AuditView, "changes" | "placeNames">) {
  const t = useTranslations("audit");
  const fields = fieldChanges(changes).filter(
    ({ from, to, name }) => from != null && to != null && name !== "name",
  );
  if (fields.length === 0) return null;
  const names = fields.slice(0, namedFields).map((change) => titleOf(t, change, placeNames));
  const left = fields.length - names.length;
  return (
    <div className="font-normal text-muted text-xs">
      {[...names, ...(left > 0 ? [t("changes.more", { count: left })] : [])].join(", ")}
    </div>
  );
}

/** The name of a changed field; for a policy, with its location. */
const titleOf = (
  t: AuditWords,
  { name, locationId }: FieldChange,
  placeNames: AuditView["placeNames"],
): string =>
  locationId
    ? t("changes.inPlace", {
        place: placeNames[locationId] ?? t("changes.placeGone"),
        field: fieldWords(t, name),
      })
    : fieldWords(t, name);

type Props = Pick<AuditView, "changes" | "placeNames" | "labelNames"> & {
  /** "Created API key": the accessible name of the button, outside the context of its row. */
  line: string;
};

/** The changes of an entry, field by field, behind a button. */
export function Changes({ changes, line, placeNames, labelNames }: Props) {
  const t = useTranslations("audit");
  const id = useId();
  const [open, setOpen] = useState(false);
  const nameOf = (labelId: string) => labelNames[labelId] ?? t("changes.labelGone");
  const fields = fieldChanges(changes).map((change) => withLabels(change, nameOf));
  if (fields.length === 0) return <span className="text-muted">–</span>;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="-ms-2 max-w-none whitespace-nowrap"
      >
        <ChevronRight aria-hidden className={cn("transition-transform", open && "rotate-90")} />
        {t("changes.fields", { count: fields.length })}
        <VisuallyHidden>{t("changes.of", { line })}</VisuallyHidden>
      </Button>
      {open ? (
        <dl id={id} className="flex min-w-0 flex-col gap-2 text-xs">
          {fields.map(({ locationId, ...change }) => (
            <div key={`${change.name} ${locationId}`} className="min-w-0">
              <dt className="font-medium">
                {titleOf(t, { ...change, ...(locationId && { locationId }) }, placeNames)}
              </dt>
              <dd className="wrap-anywhere text-muted">
                <Change {...change} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

function Change({ name, ...change }: Omit<FieldChange, "locationId">) {
  const t = useTranslations("audit");
  if (!("from" in change) && !("to" in change)) return t("changes.notKept");
  if (change.from === undefined) return valueWords(t, name, change.to);
  return (
    <>
      <del className="no-underline">
        <VisuallyHidden>{t("changes.from")} </VisuallyHidden>
        {valueWords(t, name, change.from)}
      </del>
      <span aria-hidden> → </span>
      <ins className="text-fg no-underline">
        <VisuallyHidden> {t("changes.to")} </VisuallyHidden>
        {valueWords(t, name, change.to)}
      </ins>
    </>
  );
}
