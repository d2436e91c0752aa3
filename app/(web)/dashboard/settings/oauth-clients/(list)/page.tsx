import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { oauthClients as oauthClientsPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { ClientsTable } from "@/app/(web)/dashboard/settings/oauth-clients/(list)/clients-table";

export const generateMetadata = metadataOf(oauthClientsPage);
export default routeOf(oauthClientsPage, OauthClientsPage);

async function OauthClientsPage() {
  const [t, clients, terms] = await Promise.all([
    getTranslations("clients"),
    load(caller().oauthClients.list()),
    load(caller().apiKeys.terms()),
  ]);
  const createLink = <CreateLink href={paths.newOauthClient}>{t("create")}</CreateLink>;
  return (
    <>
      <RecordHeader
        of={oauthClientsPage}
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
