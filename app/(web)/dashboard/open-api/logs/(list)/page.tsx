import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PageHeader } from "@/app/_ui/page-header";
import { loadLogParams } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { LogView } from "@/app/(web)/dashboard/open-api/logs/log-view";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Logs – Open API" };

export default async function LogsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor } = await requireActor();
  return (
    <>
      <PageHeader
        title="Logs"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description={
          actor.role === "ADMIN"
            ? "Every request of the workspace’s keys and apps in the last 30 days."
            : "Every request of your keys in the last 30 days."
        }
      />
      <LogView params={await loadLogParams(searchParams)} path={paths.logs} />
    </>
  );
}
