import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { CopyField } from "@/app/_ui/copy-field";
import { PageHeader } from "@/app/_ui/page-header";
import { RelativeTime } from "@/app/_ui/relative-time";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { paths } from "@/app/(web)/dashboard/paths";
import { ClientSettings } from "@/app/(web)/dashboard/settings/oauth-clients/[clientId]/client-settings";
import { DeleteClientButton } from "@/app/(web)/dashboard/settings/oauth-clients/[clientId]/delete-client-button";
import { Secrets } from "@/app/(web)/dashboard/settings/oauth-clients/[clientId]/secrets";
import { counted } from "@/app/(web)/dashboard/words";
import type { ClientUse } from "@/server/oauth/clients/get-client-use";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ clientId: string }> };

const breadcrumb = [
  { label: "Settings", href: paths.settings },
  { label: "OAuth clients", href: paths.oauthClients },
];

const clientOf = cache((clientId: string) => load(caller().oauthClients.get({ clientId })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireActor();
  const { data } = await clientOf((await params).clientId);
  return { title: `${data?.name ?? "Client not found"} – OAuth clients – Settings` };
}

export default async function OauthClientPage({ params }: Props) {
  await requireActor();
  const { clientId } = await params;
  const { data: client, error } = await clientOf(clientId);
  if (error?.code === "RESOURCE_NOT_FOUND") notFound();
  if (!client) return <Refused code={error?.code}>{error ? <LoadError error={error} /> : null}</Refused>;
  const use = await load(caller().oauthClients.use({ clientId }));
  return (
    <>
      <PageHeader
        title={client.name}
        breadcrumb={breadcrumb}
        description={
          <>
            Created <RelativeTime at={client.createdAt} />. {use.data ? <UseWords use={use.data} /> : null}
          </>
        }
      />
      <div className="flex max-w-2xl flex-col gap-5">
        <Card>
          <CopyField label="Client ID" value={client.clientId} copyLabel="Copy client ID" />
        </Card>
        <Secrets client={client} />
        <ClientSettings key={JSON.stringify(client)} client={client} />
        <Card
          title="Danger area"
          titleId="danger-heading"
          className="border-danger-line"
          description="Everybody who connected it is disconnected at once. This cannot be undone."
        >
          <DeleteClientButton clientId={client.clientId} name={client.name} />
        </Card>
      </div>
    </>
  );
}

async function Refused({ code, children }: { code: string | undefined; children: React.ReactNode }) {
  const terms = code === "FORBIDDEN" ? await load(caller().apiKeys.terms()) : null;
  return (
    <>
      <PageHeader title="OAuth client" breadcrumb={breadcrumb} />
      {terms ? (
        <NotAllowed what="manage OAuth clients" administrators={terms.data?.administrators ?? []} />
      ) : (
        children
      )}
    </>
  );
}

function UseWords({ use }: { use: ClientUse }) {
  if (use.peopleCount === 0) return "Nobody has connected it.";
  return (
    <>
      {counted(use.peopleCount, "person has", "people have")} connected it
      {use.lastUsedAt ? (
        <>
          ; last used <RelativeTime at={use.lastUsedAt} />
        </>
      ) : null}
      .
    </>
  );
}
