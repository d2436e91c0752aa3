import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
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
import type { ClientUse } from "@/server/oauth/clients/get-client-use";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ clientId: string }> };

const breadcrumbOf = (t: ReturnType<typeof useTranslations<"clients">>) => [
  { label: t("settings.title"), href: paths.settings },
  { label: t("title"), href: paths.oauthClients },
];

const clientOf = cache((clientId: string) => load(caller().oauthClients.get({ clientId })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireActor();
  const { data } = await clientOf((await params).clientId);
  const t = await getTranslations("clients");
  return { title: `${data?.name ?? t("missing.title")} – ${t("section")}` };
}

export default async function OauthClientPage({ params }: Props) {
  await requireActor();
  const [{ clientId }, t] = await Promise.all([params, getTranslations("clients")]);
  const { data: client, error } = await clientOf(clientId);
  if (error?.code === "RESOURCE_NOT_FOUND") notFound();
  if (!client) return <Refused code={error?.code}>{error ? <LoadError error={error} /> : null}</Refused>;
  const use = await load(caller().oauthClients.use({ clientId }));
  return (
    <>
      <PageHeader
        title={client.name}
        breadcrumb={breadcrumbOf(t)}
        description={
          <>
            {t.rich("detail.created", { at: () => <RelativeTime at={client.createdAt} /> })}{" "}
            {use.data ? <UseWords use={use.data} /> : null}
          </>
        }
      />
      <div className="flex max-w-2xl flex-col gap-5">
        <Card>
          <CopyField
            label={t("detail.clientId")}
            value={client.clientId}
            copyLabel={t("detail.copyClientId")}
          />
        </Card>
        <Secrets client={client} />
        <ClientSettings key={JSON.stringify(client)} client={client} />
        <Card
          title={t("detail.danger")}
          titleId="danger-heading"
          className="border-danger-line"
          description={t("detail.dangerText")}
        >
          <DeleteClientButton clientId={client.clientId} name={client.name} />
        </Card>
      </div>
    </>
  );
}

async function Refused({ code, children }: { code: string | undefined; children: React.ReactNode }) {
  const t = await getTranslations("clients");
  const terms = code === "FORBIDDEN" ? await load(caller().apiKeys.terms()) : null;
  return (
    <>
      <PageHeader title={t("one")} breadcrumb={breadcrumbOf(t)} />
      {terms ? <NotAllowed what={t("manage")} administrators={terms.data?.administrators ?? []} /> : children}
    </>
  );
}

function UseWords({ use: { peopleCount: count, lastUsedAt } }: { use: ClientUse }) {
  const t = useTranslations("clients");
  if (count === 0) return t("detail.nobody");
  if (!lastUsedAt) return t("detail.people", { count });
  return t.rich("detail.peopleUsed", { count, at: () => <RelativeTime at={lastUsedAt} /> });
}
