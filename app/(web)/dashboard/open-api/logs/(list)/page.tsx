import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { RoomForPanel } from "@/app/_resource/room-for-panel";
import { PageHeader } from "@/app/_ui/page-header";
import { isRequestId, loadLogParams } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { LogView } from "@/app/(web)/dashboard/open-api/logs/log-view";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("logs");
  return { title: t("metaTitle") };
}

export default async function LogsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor } = await requireActor();
  const t = await getTranslations("logs");
  const params = await loadLogParams(searchParams);
  // A complete request id can only mean its entry.
  if (isRequestId(params.q)) redirect(paths.log(params.q.trim()));
  return (
    <RoomForPanel>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("openApi"), href: paths.openApi }]}
        description={actor.role === "ADMIN" ? t("leadAdmin") : t("lead")}
      />
      <LogView params={params} path={paths.logs} />
    </RoomForPanel>
  );
}
