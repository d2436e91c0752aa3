import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { RoomForPanel } from "@/app/_resource/room-for-panel";
import { isRequestId, loadLogParams } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { LogView } from "@/app/(web)/dashboard/open-api/logs/log-view";
import { logs as logsPage } from "@/app/(web)/dashboard/page-records/integrations";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(logsPage);
export default routeOf(logsPage, LogsPage);

async function LogsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor } = await requireActor();
  const t = await getTranslations("logs");
  const params = await loadLogParams(searchParams);
  // A complete request id can only mean its entry.
  if (isRequestId(params.q)) redirect(paths.log(params.q.trim()));
  return (
    <RoomForPanel>
      <RecordHeader of={logsPage} description={actor.role === "ADMIN" ? t("leadAdmin") : t("lead")} />
      <LogView params={params} path={paths.logs} />
    </RoomForPanel>
  );
}
