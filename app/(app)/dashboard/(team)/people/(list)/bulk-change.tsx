"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { asked } from "@/app/_kit/list/evidence";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import type { AppRouter } from "@/server/api/trpc";
import { BulkAsk, type BulkDialog } from "./bulk-ask";
import { BulkOutcome } from "./bulk-outcome";
import { BulkPattern } from "./bulk-pattern";
import { BulkProgress, useBulkRun } from "./bulk-progress";
import type { Choices } from "./people-list";

type Wanted = Omit<inferRouterInputs<AppRouter>["people"]["change"], "attempt">;
type Change = Wanted["change"];

/** The preview of a bulk change of department, location, labels or access, and a button to apply it. */
function BulkMove({
  selection: { select },
  change,
  onBusy,
  onDone,
  onClose,
}: BulkDialog & { change: Change | null }) {
  const t = useTranslations("people.bulk");
  const { people } = useTRPCClient();
  const preview = useQuery({
    ...asked,
    queryKey: ["people", "preview", change],
    queryFn: change ? () => people.previewChange.mutate({ select, change }) : skipToken,
  });
  const run = useBulkRun({
    begin: async (attempt, wanted: Wanted) =>
      (await people.change.mutate({ attempt, ...wanted })).operationId,
    ask: (operationId) => people.changeStanding.query({ operationId }),
    onBusy,
    onDone,
  });
  if (run.state !== "idle") {
    const outcome = run.result ? <BulkOutcome outcome={run.result} /> : null;
    return <BulkProgress {...{ run, outcome, onClose }} label={t("running")} />;
  }
  const isLeaving = change?.deactivate === true;
  const count = change ? (preview.data?.changedCount ?? 0) : 0;
  return (
    <div className="flex flex-col gap-4">
      {isLeaving ? <p>{t("deactivateText")}</p> : null}
      <BulkAsk
        preview={preview}
        isAsked={change !== null}
        found={change && preview.data ? <BulkOutcome outcome={preview.data} would /> : null}
        label={t(isLeaving ? "goDeactivate" : "go", { count })}
        variant={isLeaving ? "danger" : "primary"}
        isReady={count > 0}
        onGo={change ? () => void run.start({ select, change }) : undefined}
      />
    </div>
  );
}

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
