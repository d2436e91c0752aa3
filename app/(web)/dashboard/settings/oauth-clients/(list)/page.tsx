import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { DataTable } from "@/app/_ui/data-table";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { RelativeTime } from "@/app/_ui/relative-time";
import { TextLink } from "@/app/_ui/text-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { paths } from "@/app/(web)/dashboard/paths";
import type { ClientView } from "@/server/oauth/clients/present-client";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("clients");
  return { title: t("section") };
}

export default async function OauthClientsPage() {
  const [t, clients, terms] = await Promise.all([
    getTranslations("clients"),
    load(caller().oauthClients.list()),
    load(caller().apiKeys.terms()),
  ]);
  const createLink = (
    <LinkButton href={paths.newOauthClient} variant="primary">
      {t("create")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("settings.title"), href: paths.settings }]}
        description={t("lead")}
        actions={clients.data && clients.data.length > 0 ? createLink : undefined}
      />
      {clients.error?.code === "FORBIDDEN" ? (
        <NotAllowed what={t("manage")} administrators={terms.data?.administrators ?? []} />
      ) : clients.error ? (
        <LoadError error={clients.error} />
      ) : clients.data.length > 0 ? (
        <ClientsTable clients={clients.data} />
      ) : (
        <EmptyState title={t("none")} actions={createLink}>
          {t("noneText")}
        </EmptyState>
      )}
    </>
  );
}

function ClientsTable({ clients }: { clients: readonly ClientView[] }) {
  const t = useTranslations("clients");
  return (
    <DataTable
      caption={t("title")}
      rows={clients}
      rowKey={({ clientId }) => clientId}
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
