import type { Metadata } from "next";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { ConnectedApps } from "@/app/(web)/dashboard/open-api/apps/connected-apps";
import { RevokedApps } from "@/app/(web)/dashboard/open-api/apps/revoked-apps";
import { paths } from "@/app/(web)/dashboard/paths";

export const metadata: Metadata = { title: "Connected apps – Open API" };

export default async function AppsPage() {
  const apps = await load(caller().connectedApps.list());
  return (
    <>
      <PageHeader
        title="Connected apps"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description="Apps that you allowed to look things up as you. They can never see more than you can."
      />
      {apps.error ? (
        <LoadError error={apps.error} />
      ) : (
        <div className="flex flex-col gap-8">
          {apps.data.connected.length > 0 ? <ConnectedApps apps={apps.data.connected} /> : <NoApps />}
          {apps.data.revoked.length > 0 ? <RevokedApps apps={apps.data.revoked} /> : null}
        </div>
      )}
    </>
  );
}

function NoApps() {
  return (
    <EmptyState title="No apps connected">
      An app that works with Timeaway, such as an assistant on your computer, sends you here to sign in and
      asks what it may see. What you allow is listed here, and can be taken back at any time.
    </EmptyState>
  );
}
