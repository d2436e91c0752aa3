"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { asked } from "@/app/_kit/list/evidence";
import { shownError } from "@/app/_kit/page/shown-error";
import { DataTable } from "@/app/_kit/ui/data-table";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import { groupMappingKinds } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";
import type { GroupView } from "@/server/modules/people/provisioning/present";

type MapsTo = inferRouterInputs<AppRouter>["provisioning"]["setMapping"]["mapsTo"];
type Kind = MapsTo["kind"];
type Choice = { id: string; name: string };
type Choices = { departments: readonly Choice[]; labels: readonly Choice[] };

const kinds: readonly Kind[] = ["NOTHING", ...groupMappingKinds];

/** The choice as input of the procedures; null while its department or label is missing. */
function mapsToOf(kind: Kind, target: string): MapsTo | null {
  if (kind === "DEPARTMENT") return target ? { kind, departmentId: target } : null;
  if (kind === "LABEL") return target ? { kind, labelId: target } : null;
  return { kind };
}

/** Whom the choice would change. */
function Preview({ groupId, mapsTo }: { groupId: string; mapsTo: MapsTo | null }) {
  const t = useTranslations("connections.provisioning.groups");
  const { provisioning } = useTRPCClient();
  const { data, error, isFetching, refetch } = useQuery({
    ...asked,
    queryKey: ["provisioning", "mapping", groupId, mapsTo],
    queryFn: mapsTo ? () => provisioning.previewMapping.query({ groupId, mapsTo }) : skipToken,
  });
  if (error)
    return <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <div role="status" className="min-h-10">
      {mapsTo?.kind === "NOTHING" ? <p>{t("preview.NOTHING")}</p> : null}
      {mapsTo && mapsTo.kind !== "NOTHING" && data ? (
        <>
          <p className="font-medium">{t(`preview.${mapsTo.kind}`, { count: data.changedCount })}</p>
          {data.names.length > 0 ? (
            <p className="wrap-anywhere text-muted">
              {t("preview.names", {
                names: data.names.join(", "),
                more: data.changedCount - data.names.length,
              })}
            </p>
          ) : null}
          {mapsTo.kind !== "LABEL" && data.passedOverCount > 0 ? (
            <p className="text-muted">{t(`passedOver.${mapsTo.kind}`, { count: data.passedOverCount })}</p>
          ) : null}
        </>
      ) : null}
      {mapsTo && !data ? <p className="text-muted">{t("looking")}</p> : null}
    </div>
  );
}

function MapButton({ group, choices }: { group: GroupView; choices: Choices }) {
  const t = useTranslations("connections.provisioning.groups");
  const { provisioning } = useTRPCClient();
  const start = { kind: group.kind as Kind, target: group.department?.id ?? group.label?.id ?? "" };
  const [{ kind, target }, setChosen] = useState(start);
  const [isMissing, setMissing] = useState(false);
  const mapsTo = mapsToOf(kind, target);
  const choose = (chosen: typeof start) => {
    setChosen(chosen);
    setMissing(false);
  };
  const targets = kind === "DEPARTMENT" ? choices.departments : kind === "LABEL" ? choices.labels : null;
  return (
    <ConfirmButton
      tone="primary"
      label={t("change")}
      button={{ variant: "secondary", size: "sm", "aria-label": t("changeOf", { name: group.name }) }}
      title={t("changeTitle", { name: group.name })}
      confirmLabel={t("save")}
      cancelLabel={t("keep")}
      onClose={() => choose(start)}
      check={() => {
        setMissing(mapsTo === null);
        return mapsTo !== null;
      }}
      act={async () => {
        if (mapsTo) await provisioning.setMapping.mutate({ groupId: group.id, mapsTo });
        return { message: t("saved", { name: group.name }) };
      }}
    >
      <div className="flex flex-col gap-4 text-fg">
        <Field label={t("means")}>
          <Select
            value={kind}
            onChange={({ target: { value } }) => choose({ kind: value as Kind, target: "" })}
            options={kinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
          />
        </Field>
        {targets ? (
          <Field
            label={t(kind === "LABEL" ? "label" : "department")}
            error={isMissing ? t("choose") : undefined}
            required
          >
            <Select
              value={target}
              onChange={({ target: { value } }) => choose({ kind, target: value })}
              options={[
                { value: "", label: t("choose") },
                ...targets.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        ) : null}
        <Preview groupId={group.id} mapsTo={mapsTo} />
      </div>
    </ConfirmButton>
  );
}

/** The groups of the directory, and what membership means here. */
export function ProvisionedGroups({ groups, choices }: { groups: readonly GroupView[]; choices: Choices }) {
  const t = useTranslations("connections.provisioning.groups");
  const meaning = ({ kind, department, label }: GroupView): string => {
    if (department) return t("inDepartment", { name: department.name });
    if (label) return t("withLabel", { name: label.name });
    return t(`kinds.${kind}`);
  };
  return (
    <section aria-labelledby="provisioned-groups" className="flex flex-col gap-2">
      <h3 id="provisioned-groups" className="font-medium">
        {t("title")}
      </h3>
      <p className="text-muted text-sm">{t("text")}</p>
      <DataTable
        caption={t("title")}
        rows={groups}
        rowKey={({ id }) => id}
        columnsFrom={36}
        columns={[
          {
            label: t("group"),
            header: true,
            cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
          },
          { label: t("members"), cell: ({ memberCount }) => t("memberCount", { count: memberCount }) },
          { label: t("means"), cell: (group) => <span className="wrap-anywhere">{meaning(group)}</span> },
          {
            label: t("actions"),
            actions: true,
            cell: (group) => (
              <MapButton
                key={`${group.kind} ${group.department?.id} ${group.label?.id}`}
                {...{ group, choices }}
              />
            ),
          },
        ]}
      />
    </section>
  );
}
