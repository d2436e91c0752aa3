"use client";

import { useTranslations } from "next-intl";
import { LoadOlder } from "@/app/_kit/list/load-older";
import { type ListPage, useOlder } from "@/app/_kit/list/use-older";
import { DataTable } from "@/app/_kit/ui/data-table";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { KeyActions } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-actions";
import { KeyStatus, LastUsed } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-facts";
import { paths } from "@/app/paths";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

type Props = { userId: string; first: ListPage<ApiKeyView, string> };

/** The API keys of a person. */
export function KeysTable({ userId, first }: Props) {
  const t = useTranslations("keys");
  const words = useTranslations("people.access");
  const { apiKeys } = useTRPCClient();
  const ask = (cursor: string) => apiKeys.page.query({ owner: { userId }, cursor });
  const { items, older } = useOlder(first, ask, first);
  return (
    <div className="flex flex-col gap-4">
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
        rows={items}
        rowKey={({ id }) => id}
      />
      <LoadOlder {...older} />
    </div>
  );
}
