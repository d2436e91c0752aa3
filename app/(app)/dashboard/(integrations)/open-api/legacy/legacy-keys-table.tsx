"use client";

import { useFormatter, useTranslations } from "next-intl";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { DeleteLegacyKey } from "@/app/(app)/dashboard/(integrations)/open-api/legacy/delete-legacy-key";
import type { LegacyKeyView } from "@/server/modules/integrations/legacy-keys/present";

/** The table "Legacy API keys (v1)". */
export function LegacyKeysTable({ keys }: { keys: readonly LegacyKeyView[] }) {
  const t = useTranslations("legacy");
  const format = useFormatter();
  return (
    <ResourceList
      caption={t("caption")}
      rows={keys}
      rowKey={({ id }) => id}
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
