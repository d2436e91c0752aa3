import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { standIns as standInsPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { StandInsTable } from "@/app/(web)/dashboard/settings/stand-ins/(list)/stand-ins-table";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(standInsPage);
export default routeOf(standInsPage, StandInsPage);

async function StandInsPage() {
  const [{ actor }, t, found] = await Promise.all([
    requireActor(),
    getTranslations("settings.standIns"),
    load(caller().delegations.list({})),
  ]);
  const names = actor.role !== "USER";
  const createLink = names ? <CreateLink href={paths.newStandIn}>{t("create")}</CreateLink> : undefined;
  const isEmpty = found.data?.items.length === 0;
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
        <StandInsTable userId={`user-${actor.userId}`} initial={found.data} />
      )}
    </>
  );
}
