"use client";

import { useQuery } from "@tanstack/react-query";
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
import { type AttributeTarget, type MappableAttribute, mappableAttributes } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";
import type { AttributesView } from "@/server/modules/people/provisioning/present";

type Rule = inferRouterInputs<AppRouter>["provisioning"]["setAttributeMapping"];
type StoredRule = AttributesView["rules"][number];
type Observed = AttributesView["observed"];
type Choice = { id: string; name: string };
type Choices = { locations: readonly Choice[]; departments: readonly Choice[]; labels: readonly Choice[] };

const choicesOf = { LOCATION: "locations", DEPARTMENT: "departments", LABEL: "labels" } as const;
const keyOf = (value: string) => value.trim().toLowerCase();

/** Whom the rule would change, and who stays. */
function Preview({ rule }: { rule: Rule }) {
  const t = useTranslations("connections.provisioning.attributes");
  const { provisioning } = useTRPCClient();
  const { data, error, isFetching, refetch } = useQuery({
    ...asked,
    queryKey: ["provisioning", "attributes", rule],
    queryFn: () => provisioning.previewAttributeMapping.mutate(rule),
  });
  if (error)
    return <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  const namesOf = (names: readonly string[], count: number) =>
    t("preview.names", { names: names.join(", "), more: count - names.length });
  return (
    <div role="status" className="min-h-10">
      {rule.attribute === null ? <p>{t("preview.none")}</p> : null}
      {rule.attribute !== null && data ? (
        <>
          <p className="font-medium">{t(`preview.${rule.target}`, { count: data.changedCount })}</p>
          {data.names.length > 0 ? (
            <p className="wrap-anywhere text-muted">{namesOf(data.names, data.changedCount)}</p>
          ) : null}
          {data.stayingCount > 0 ? (
            <>
              <p className="font-medium">{t("preview.staying", { count: data.stayingCount })}</p>
              <p className="wrap-anywhere text-muted">{namesOf(data.stayingNames, data.stayingCount)}</p>
            </>
          ) : null}
        </>
      ) : null}
      {data ? null : <p className="text-muted">{t("looking")}</p>}
    </div>
  );
}

interface ChangeProps {
  connectionId: string;
  stored: StoredRule;
  observed: Observed;
  choices: readonly Choice[];
}

/** The values that the directory sent, and those with a meaning that it no longer sends. */
function valuesOf({ stored, observed }: ChangeProps, attribute: MappableAttribute | null) {
  const sent = observed.find((one) => one.attribute === attribute)?.values ?? [];
  const known = new Set(sent.map(({ value }) => keyOf(value)));
  const unsent = attribute === stored.attribute ? stored.values : [];
  return [
    ...sent.map(({ value, peopleCount, hasName }) => ({
      ...{ value, peopleCount, isNamed: hasName.some((target) => target === stored.target) },
    })),
    ...unsent
      .filter(({ value }) => !known.has(keyOf(value)))
      .map(({ value }) => ({ value, peopleCount: 0, isNamed: false })),
  ].filter(({ value }, at, all) => all.findIndex((one) => keyOf(one.value) === keyOf(value)) === at);
}

function ChangeButton(props: ChangeProps) {
  const { connectionId, stored, choices } = props;
  const t = useTranslations("connections.provisioning.attributes");
  const { provisioning } = useTRPCClient();
  const { target } = stored;
  const start = {
    attribute: stored.attribute,
    meanings: Object.fromEntries(stored.values.map(({ value, id }) => [keyOf(value), id])),
  };
  const [{ attribute, meanings }, setChosen] = useState<typeof start>(start);
  const values = valuesOf(props, attribute);
  const rule: Rule = {
    ...{ connectionId, target, attribute },
    values: values.flatMap(({ value }) => {
      const id = meanings[keyOf(value)];
      return id ? [{ value, id }] : [];
    }),
  };
  const name = t(`targets.${target}`);
  return (
    <ConfirmButton
      tone="primary"
      label={t("change")}
      button={{ variant: "secondary", size: "sm", "aria-label": t("changeOf", { name }) }}
      title={t("changeTitle", { name })}
      confirmLabel={t("save")}
      cancelLabel={t("keep")}
      onClose={() => setChosen(start)}
      act={async () => {
        await provisioning.setAttributeMapping.mutate(rule);
        return { message: t("saved", { name }) };
      }}
    >
      <div className="flex flex-col gap-4 text-fg">
        <Field label={t("attribute")}>
          <Select
            value={attribute ?? ""}
            onChange={({ target: { value } }) =>
              setChosen({ attribute: (value || null) as MappableAttribute | null, meanings: {} })
            }
            options={[
              { value: "", label: t("none") },
              ...mappableAttributes.map((one) => ({ value: one, label: t(`names.${one}`) })),
            ]}
          />
        </Field>
        {attribute !== null && values.length === 0 ? <p className="text-muted">{t("noValues")}</p> : null}
        {values.map(({ value, peopleCount, isNamed }) => (
          <Field key={value} label={t("valueOf", { value, count: peopleCount })}>
            <Select
              value={meanings[keyOf(value)] ?? ""}
              onChange={({ target: { value: id } }) =>
                setChosen({ attribute, meanings: { ...meanings, [keyOf(value)]: id } })
              }
              options={[
                { value: "", label: t(isNamed ? "sameName" : "nothing") },
                ...choices.map((one) => ({ value: one.id, label: one.name })),
              ]}
            />
          </Field>
        ))}
        <Preview rule={rule} />
      </div>
    </ConfirmButton>
  );
}

/** Which attributes of the directory decide location, department and label. */
export function ProvisionedAttributes({
  connectionId,
  attributes: { rules, observed },
  choices,
}: {
  connectionId: string;
  attributes: AttributesView;
  choices: Choices;
}) {
  const t = useTranslations("connections.provisioning.attributes");
  const nameOf = (target: AttributeTarget) => t(`targets.${target}`);
  return (
    <section aria-labelledby="provisioned-attributes" className="flex flex-col gap-2">
      <h3 id="provisioned-attributes" className="font-medium">
        {t("title")}
      </h3>
      <p className="text-muted text-sm">{observed.length === 0 ? t("empty") : t("text")}</p>
      {observed.length === 0 ? null : (
        <DataTable
          caption={t("title")}
          rows={rules}
          rowKey={({ target }) => target}
          columnsFrom={36}
          columns={[
            { label: t("decides"), header: true, cell: ({ target }) => nameOf(target) },
            {
              label: t("attribute"),
              cell: ({ attribute }) => (attribute === null ? t("none") : t(`names.${attribute}`)),
            },
            {
              label: t("actions"),
              actions: true,
              cell: (rule) => (
                <ChangeButton
                  key={JSON.stringify(rule)}
                  {...{ connectionId, observed }}
                  stored={rule}
                  choices={choices[choicesOf[rule.target]]}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
