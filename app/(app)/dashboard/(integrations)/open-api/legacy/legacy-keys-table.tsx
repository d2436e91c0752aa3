"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { asked } from "@/app/_kit/list/evidence";
import type { PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { UsageEvidence } from "@/app/(app)/dashboard/(integrations)/open-api/usage-evidence";
import type { LegacyKeyView } from "@/server/modules/integrations/legacy-keys/present";

/** Deletes a v1 key for good: not even an import restores it. */
function DeleteLegacyKey({ view: { id, masked, lastFour } }: { view: LegacyKeyView }) {
  const t = useTranslations("legacy");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      label={t("delete")}
      button={{ size: "sm", variant: "secondary", "aria-label": t("deleteOf", { name: masked }) }}
      title={t("deleteTitle", { name: masked })}
      confirmLabel={t("submit")}
      cancelLabel={t("keep")}
      typedName={lastFour}
      act={async () => {
        await calls.legacyKeys.delete.mutate({ id });
        return { message: t("done", { name: masked }), note: t("doneNote") };
      }}
    >
      <p>{t("text")}</p>
      <Evidence id={id} />
    </ConfirmButton>
  );
}

function Evidence({ id }: { id: string }) {
  return <UsageEvidence query={useQuery(useTRPC().legacyKeys.get.queryOptions({ id }, asked))} />;
}

/** The table "Legacy API keys (v1)". */
export function LegacyKeysTable({
  first,
}: Pick<PagedListRecord<LegacyKeyView, Record<never, string>>, "first">) {
  const t = useTranslations("legacy");
  const format = useFormatter();
  const { legacyKeys } = useTRPCClient();
  return (
    <PagedList
      caption={t("caption")}
      rowKey={({ id }) => id}
      read={() => ({})}
      first={first}
      ask={(query) => legacyKeys.page.query(query)}
      columns={[
        {
          label: t("columns.key"),
          header: true,
          cell: ({ masked }) => <code className="font-mono text-[0.8125rem]">{masked}</code>,
        },
        {
          label: t("columns.lastUsed"),
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t("columns.never")),
        },
        { label: t("columns.today"), cell: ({ requestsToday }) => format.number(requestsToday) },
        {
          label: t("columns.month"),
          cell: (view) => (
            <div className="w-full max-w-40">
              <QuotaMeter label={t("monthOf", { name: view.masked })} view={view} inline />
            </div>
          ),
        },
        { label: t("columns.imported"), cell: ({ importedAt }) => <RelativeTime at={importedAt} /> },
        { label: t("columns.actions"), actions: true, cell: (view) => <DeleteLegacyKey view={view} /> },
      ]}
    />
  );
}
