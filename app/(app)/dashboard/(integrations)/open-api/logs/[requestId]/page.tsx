import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { RequestDetails } from "@/app/(app)/dashboard/(integrations)/open-api/logs/request-details";
import { loggedRequest as loggedRequestPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { services } from "@/server/kernel/process";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(loggedRequestPage);
export default routeOf(loggedRequestPage, RequestPage);

/** One entry on its own page: the target of a pasted request id. */
async function RequestPage({ params }: { params: Promise<{ requestId: string }> }) {
  await requireActor();
  const t = await getTranslations("logs");
  const requestId = decodeURIComponent((await params).requestId).trim();
  const { data, error } = await load(caller().requestLog.get({ requestId }));
  const isMissing = error?.code === "RESOURCE_NOT_FOUND" || error?.code === "VALIDATION_ERROR";
  if (isMissing)
    return (
      <>
        <RecordHeader
          of={loggedRequestPage}
          title={t("request.notFound")}
          description={t.rich("request.notFoundText", {
            id: () => <code className="font-mono text-xs wrap-anywhere">{requestId.slice(0, 60)}</code>,
          })}
        />
        <LinkButton href={paths.logs}>{t("request.goToLogs")}</LinkButton>
      </>
    );
  return (
    <>
      <RecordHeader of={loggedRequestPage} />
      {error ? <LoadError error={error} /> : null}
      {data ? (
        <Card aria-label={t("details.label")} className="max-w-3xl">
          <div className="pt-1">
            <RequestDetails view={data} baseUrl={services().settings.baseUrl} />
          </div>
        </Card>
      ) : null}
    </>
  );
}
