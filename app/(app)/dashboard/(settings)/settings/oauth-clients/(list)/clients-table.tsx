"use client";

import { useTranslations } from "next-intl";
import type { PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { paths } from "@/app/paths";
import type { ClientView } from "@/server/oauth/clients/present-client";

/** The table "OAuth clients". */
export function ClientsTable({ first }: Pick<PagedListRecord<ClientView, Record<never, string>>, "first">) {
  const t = useTranslations("clients");
  const { oauthClients } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={60}
      rowKey={({ clientId }) => clientId}
      read={() => ({})}
      first={first}
      ask={(query) => oauthClients.page.query(query)}
      columns={[
        {
          label: t("columns.name"),
          header: true,
          cell: ({ clientId, name }) => (
            <TextLink quiet href={paths.oauthClient(clientId)}>
              {name}
            </TextLink>
          ),
        },
        {
          label: t("columns.clientId"),
          cell: ({ clientId }) => (
            <code className="font-mono text-muted text-xs wrap-anywhere xl:whitespace-nowrap">
              {clientId}
            </code>
          ),
        },
        {
          label: t("columns.allowed"),
          cell: ({ scopes }) => t("columns.permissions", { count: scopes.length }),
        },
        { label: t("columns.secrets"), cell: ({ secrets }) => t("columns.live", { count: secrets.length }) },
        {
          label: t("columns.firstUsed"),
          cell: ({ authorizedAt }) => (authorizedAt ? <RelativeTime at={authorizedAt} /> : t("never")),
        },
        { label: t("columns.created"), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
      ]}
    />
  );
}
