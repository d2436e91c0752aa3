import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { caller } from "@/app/_trpc/server";
import { oauthClient as oauthClientPage } from "@/app/(app)/dashboard/(settings)/pages";
import { ClientSettings } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/[clientId]/client-settings";
import { DeleteClientButton } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/[clientId]/delete-client-button";
import { Secrets } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/[clientId]/secrets";
import type { ClientUse } from "@/server/oauth/clients/get-client-use";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ clientId: string }> };

const clientOf = cache((clientId: string) => load(caller().oauthClients.get({ clientId })));

export const generateMetadata = metadataOf(oauthClientPage, async ({ params }: Props) => {
  await requireActor();
  return (await clientOf((await params).clientId)).data?.name;
});
export default routeOf(oauthClientPage, OauthClientPage);

async function OauthClientPage({ params }: Props) {
  await requireActor();
  const [{ clientId }, t] = await Promise.all([params, getTranslations("clients")]);
  const { data: client, error } = await clientOf(clientId);
  if (error?.code === "RESOURCE_NOT_FOUND") notFound();
  if (!client) return <Refused code={error?.code}>{error ? <LoadError error={error} /> : null}</Refused>;
  const use = await load(caller().oauthClients.use({ clientId }));
  return (
    <>
      <RecordHeader
        of={oauthClientPage}
        title={client.name}
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
      <RecordHeader of={oauthClientPage} />
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
