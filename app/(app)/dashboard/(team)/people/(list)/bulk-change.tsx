"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import type { BulkDialog } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-ask";
import { BulkMove, type Change } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-move";
import { BulkPattern } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-pattern";
import type { Choices } from "@/app/(app)/dashboard/(team)/people/(list)/people-list";

const listOf = {
  department: "departments",
  location: "locations",
  addLabel: "labels",
  removeLabel: "labels",
} as const;
type Chosen = keyof typeof listOf;

const kinds = ["department", "location", "pattern", "addLabel", "removeLabel", "deactivate"] as const;
type Kind = (typeof kinds)[number];

const isChosen = (kind: Kind): kind is Chosen => kind in listOf;

const changeTo = (kind: Chosen, value: string): Change =>
  ({
    department: { departmentId: value },
    location: { locationId: value },
    addLabel: { addLabels: [value] },
    removeLabel: { removeLabels: [value] },
  })[kind];

/** A choice of bulk changes. */
export function BulkChange({ choices, ...dialog }: BulkDialog & { choices: Choices }) {
  const t = useTranslations("people.bulk");
  const [kind, setKind] = useState<Kind>("department");
  const [value, setValue] = useState("");
  const [isStarted, setStarted] = useState(false);
  const during = {
    ...dialog,
    onBusy: (busy: boolean) => {
      setStarted(true);
      dialog.onBusy(busy);
    },
  };
  const offered = kinds.filter((one) => !isChosen(one) || choices[listOf[one]].length > 0);
  return (
    <div className="flex flex-col gap-4">
      {isStarted ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("what")}>
            <Select
              value={kind}
              onChange={({ target }) => {
                setKind(target.value as Kind);
                setValue("");
              }}
              options={offered.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
            />
          </Field>
          {isChosen(kind) ? (
            <Field label={t(`values.${kind}`)}>
              <Select
                value={value}
                onChange={({ target }) => setValue(target.value)}
                options={[
                  { value: "", label: t("choose") },
                  ...choices[listOf[kind]].map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            </Field>
          ) : null}
        </div>
      )}
      {kind === "pattern" ? <BulkPattern {...during} /> : null}
      {kind === "deactivate" ? <BulkMove {...during} change={{ deactivate: true }} /> : null}
      {isChosen(kind) ? <BulkMove {...during} change={value ? changeTo(kind, value) : null} /> : null}
    </div>
  );
}
