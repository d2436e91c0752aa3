import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { isEmptyList } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { oauthClients as oauthClientsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { ClientsTable } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/(list)/clients-table";
import { paths } from "@/app/paths";

export const generateMetadata = metadataOf(oauthClientsPage);
export default routeOf(oauthClientsPage, OauthClientsPage);

async function OauthClientsPage() {
  const [t, clients, terms] = await Promise.all([
    getTranslations("clients"),
    load(caller().oauthClients.page({})),
    load(caller().apiKeys.terms()),
  ]);
  const isEmpty = isEmptyList(clients.data);
  const createLink = <CreateLink href={paths.newOauthClient}>{t("create")}</CreateLink>;
  return (
    <>
      <RecordHeader of={oauthClientsPage} actions={clients.data && !isEmpty ? createLink : undefined} />
      {clients.error?.code === "FORBIDDEN" ? (
        <NotAllowed what={t("manage")} administrators={terms.data?.administrators ?? []} />
      ) : clients.error ? (
        <LoadError error={clients.error} />
      ) : isEmpty ? (
        <EmptyState title={t("none")} actions={createLink}>
          {t("noneText")}
        </EmptyState>
      ) : (
        <ClientsTable first={{ asked: {}, found: clients.data }} />
      )}
    </>
  );
}
