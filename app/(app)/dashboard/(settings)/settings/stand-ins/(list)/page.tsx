import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { standIns as standInsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { readStandInsQuery } from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import { StandInsTable } from "@/app/(app)/dashboard/(settings)/settings/stand-ins/(list)/stand-ins-table";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(standInsPage);
export default routeOf(standInsPage, StandInsPage);

async function StandInsPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const asked = readStandInsQuery(addressOf(await searchParams));
  const [{ actor }, t, found] = await Promise.all([
    requireActor(),
    getTranslations("settings.standIns"),
    load(caller().delegations.page(asked)),
  ]);
  const names = actor.role !== "USER";
  const createLink = names ? <CreateLink href={paths.newStandIn}>{t("create")}</CreateLink> : undefined;
  const isEmpty = isEmptyList(found.data);
  return (
    <>
      <RecordHeader of={standInsPage} actions={found.data && !isEmpty ? createLink : undefined} />
      {found.error ? (
        <LoadError error={found.error} />
      ) : isEmpty ? (
        <EmptyState title={t("none")} actions={createLink}>
          {t(names ? "noneText" : "noneTextUser")}
        </EmptyState>
      ) : (
        <StandInsTable userId={`user-${actor.userId}`} first={{ asked, found: found.data }} />
      )}
    </>
  );
}
