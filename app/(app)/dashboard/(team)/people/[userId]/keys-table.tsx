"use client";

import { useTranslations } from "next-intl";
import { DataTable } from "@/app/_kit/ui/data-table";
import { TextLink } from "@/app/_kit/ui/text-link";
import { KeyActions } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-actions";
import { KeyStatus } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-status";
import { LastUsed } from "@/app/(app)/dashboard/(integrations)/open-api/keys/last-used";
import { paths } from "@/app/paths";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

/** The API keys of a person. */
export function KeysTable({ keys }: { keys: readonly ApiKeyView[] }) {
  const t = useTranslations("keys");
  const words = useTranslations("people.access");
  return (
    <DataTable
      caption={words("keys")}
      captionShown
      columnsFrom={40}
      columns={[
        {
          label: t("columns.name"),
          header: true,
          cell: ({ id, name }) => (
            <TextLink quiet href={paths.key(id)}>
              {name}
            </TextLink>
          ),
        },
        { label: t("columns.status"), cell: (view) => <KeyStatus view={view} /> },
        { label: t("columns.lastUsed"), cell: (view) => <LastUsed view={view} /> },
        {
          label: t("columns.actions"),
          actions: true,
          cell: (view) => <KeyActions view={view} isOwn={false} />,
        },
      ]}
      rows={keys}
      rowKey={({ id }) => id}
    />
  );
}
