import type { Metadata } from "next";
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
import { counted } from "@/app/(web)/dashboard/words";
import type { ClientView } from "@/server/oauth/clients/present-client";

export const metadata: Metadata = { title: "OAuth clients – Settings" };

const createLink = (
  <LinkButton href={paths.newOauthClient} variant="primary">
    Create OAuth client
  </LinkButton>
);

export default async function OauthClientsPage() {
  const [clients, terms] = await Promise.all([
    load(caller().oauthClients.list()),
    load(caller().apiKeys.terms()),
  ]);
  return (
    <>
      <PageHeader
        title="OAuth clients"
        breadcrumb={[{ label: "Settings", href: paths.settings }]}
        description="Servers that your workspace vouches for, and that sign people in with a secret of their own."
        actions={clients.data && clients.data.length > 0 ? createLink : undefined}
      />
      {clients.error?.code === "FORBIDDEN" ? (
        <NotAllowed what="manage OAuth clients" administrators={terms.data?.administrators ?? []} />
      ) : clients.error ? (
        <LoadError error={clients.error} />
      ) : clients.data.length > 0 ? (
        <ClientsTable clients={clients.data} />
      ) : (
        <EmptyState title="No OAuth clients yet" actions={createLink}>
          A server that can keep a secret, such as an intranet or an automation service, needs a client of its
          own. People see “Approved by your workspace” when it asks for their permission. Apps on people’s own
          computers register by themselves and need none.
        </EmptyState>
      )}
    </>
  );
}

function ClientsTable({ clients }: { clients: readonly ClientView[] }) {
  return (
    <DataTable
      caption="OAuth clients"
      rows={clients}
      rowKey={({ clientId }) => clientId}
      columns={[
        {
          label: "Name",
          header: true,
          cell: ({ clientId, name }) => (
            <TextLink quiet href={paths.oauthClient(clientId)}>
              {name}
            </TextLink>
          ),
        },
        {
          label: "Client ID",
          cell: ({ clientId }) => (
            <code className="font-mono text-muted text-xs wrap-anywhere">{clientId}</code>
          ),
        },
        { label: "Allowed", cell: ({ scopes }) => counted(scopes.length, "permission") },
        { label: "Secrets", cell: ({ secrets }) => `${secrets.length} live` },
        {
          label: "First used",
          cell: ({ authorizedAt }) => (authorizedAt ? <RelativeTime at={authorizedAt} /> : "Never"),
        },
        { label: "Created", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
      ]}
    />
  );
}
