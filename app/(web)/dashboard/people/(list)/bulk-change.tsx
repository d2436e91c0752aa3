"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { asked } from "@/app/_resource/evidence";
import { useTRPCClient } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { DialogClose } from "@/app/_ui/dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { BulkOutcome } from "@/app/(web)/dashboard/people/(list)/bulk-outcome";
import { BulkProgress } from "@/app/(web)/dashboard/people/(list)/bulk-progress";
import type { Choices } from "@/app/(web)/dashboard/people/(list)/people-list";
import type { Selection } from "@/app/(web)/dashboard/people/(list)/selection";
import { useBulkRun } from "@/app/(web)/dashboard/people/(list)/use-bulk-run";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { AppRouter } from "@/server/api/trpc";

type Wanted = Omit<inferRouterInputs<AppRouter>["people"]["change"], "attempt">;

const kinds = ["department", "location", "addLabel", "removeLabel", "deactivate"] as const;
type Kind = (typeof kinds)[number];

const listOf = {
  department: "departments",
  location: "locations",
  addLabel: "labels",
  removeLabel: "labels",
} as const;

function changeOf(kind: Kind, value: string) {
  if (kind === "deactivate") return { deactivate: true as const };
  if (!value) return null;
  return {
    department: { departmentId: value },
    location: { locationId: value },
    addLabel: { addLabels: [value] },
    removeLabel: { removeLabels: [value] },
  }[kind];
}

type Props = {
  selection: Selection;
  choices: Choices;
  /** It is being done: the dialog stays open. */
  onBusy: (busy: boolean) => void;
  /** Something was done. */
  onDone: () => void;
  onClose: () => void;
};

/** What to change of many people, what that would do, and doing it. */
export function BulkChange({ selection: { select }, choices, onBusy, onDone, onClose }: Props) {
  const t = useTranslations("people.bulk");
  const [kind, setKind] = useState<Kind>("department");
  const [value, setValue] = useState("");
  const change = changeOf(kind, value);
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
  const offered = kinds.filter((one) => one === "deactivate" || choices[listOf[one]].length > 0);
  const count = change ? (preview.data?.changedCount ?? 0) : 0;
  return (
    <div className="flex flex-col gap-4">
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
        {kind === "deactivate" ? null : (
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
        )}
      </div>
      {kind === "deactivate" ? <p>{t("deactivateText")}</p> : null}
      {change && preview.error ? (
        <ErrorPanel
          error={shownError(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      ) : null}
      <div role="status" className="min-h-10">
        {change && preview.data ? <BulkOutcome outcome={preview.data} would /> : null}
        {change && preview.isPending ? <p className="text-muted">{t("looking")}</p> : null}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>{t("cancel")}</Button>
        </DialogClose>
        <Button
          variant={kind === "deactivate" ? "danger" : "primary"}
          aria-disabled={count === 0 ? true : undefined}
          onClick={change && count > 0 ? () => void run.start({ select, change }) : undefined}
        >
          {t(kind === "deactivate" ? "goDeactivate" : "go", { count })}
        </Button>
      </div>
    </div>
  );
}
