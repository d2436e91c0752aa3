import type { Metadata } from "next";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { RequestDetails } from "@/app/(web)/dashboard/open-api/logs/request-details";
import { paths } from "@/app/(web)/dashboard/paths";
import { services } from "@/server/kernel/process";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Request – Logs – Open API" };

const breadcrumb = [
  { label: "Open API", href: paths.openApi },
  { label: "Logs", href: paths.logs },
];

/** One entry, under an address of its own: where a pasted request id leads. */
export default async function RequestPage({ params }: { params: Promise<{ requestId: string }> }) {
  await requireActor();
  const requestId = decodeURIComponent((await params).requestId).trim();
  const { data, error } = await load(caller().requestLog.get({ requestId }));
  const isMissing = error?.code === "RESOURCE_NOT_FOUND" || error?.code === "VALIDATION_ERROR";
  if (isMissing)
    return (
      <>
        <PageHeader
          title="Request not found"
          breadcrumb={breadcrumb}
          description={
            <>
              No request <code className="font-mono text-xs wrap-anywhere">{requestId.slice(0, 60)}</code> is
              in the log, or it was made with somebody else’s key. Requests are kept for 30 days, and appear
              within a second.
            </>
          }
        />
        <LinkButton href={paths.logs}>Go to logs</LinkButton>
      </>
    );
  return (
    <>
      <PageHeader title="Request" breadcrumb={breadcrumb} />
      {error ? <LoadError error={error} /> : null}
      {data ? (
        <Card aria-label="Request details" className="max-w-3xl">
          <div className="pt-1">
            <RequestDetails view={data} baseUrl={services().settings.baseUrl} />
          </div>
        </Card>
      ) : null}
    </>
  );
}
