import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { PageHeader } from "@/app/_ui/page-header";
import { isRequestId, loadLogParams } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { LogView } from "@/app/(web)/dashboard/open-api/logs/log-view";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Logs – Open API" };

export default async function LogsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor } = await requireActor();
  const params = await loadLogParams(searchParams);
  // A whole request id can only mean its entry.
  if (isRequestId(params.q)) redirect(paths.log(params.q.trim()));
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
      <LogView params={params} path={paths.logs} />
    </>
  );
}
