import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { RoomForPanel } from "@/app/_kit/list/room-for-panel";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { isRequestId, loadLogParams } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { LogView } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-view";
import { logs as logsPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
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
