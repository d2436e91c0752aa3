import { getFormatter, getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { WayBack } from "@/app/_kit/page/way-back";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { integrations as integrationsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { IntegrationCard } from "@/app/(app)/dashboard/(settings)/settings/integrations/integration-card";
import type { IntegrationView } from "@/server/modules/messaging/providers/schema";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(integrationsPage);
export default routeOf(integrationsPage, IntegrationsPage);

async function IntegrationsPage() {
  await requireActor();
  const integrations = await load(caller().integrations.list());
  return (
    <>
      <RecordHeader of={integrationsPage} />
      {integrations.error?.code === "FORBIDDEN" ? (
        <NotForYou />
      ) : integrations.error ? (
        <LoadError error={integrations.error} />
      ) : (
        <Cards integrations={integrations.data} />
      )}
    </>
  );
}

async function Cards({ integrations }: { integrations: readonly IntegrationView[] }) {
  const usedBy = await load(caller().notifications.countByPlatform());
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {integrations.map((integration) => (
        <IntegrationCard
          key={integration.platform}
          integration={integration}
          usedBy={usedBy.data?.[integration.platform] ?? null}
        />
      ))}
    </div>
  );
}

async function NotForYou() {
  const [t, format, terms] = await Promise.all([
    getTranslations("integrations.refused"),
    getFormatter(),
    load(caller().apiKeys.terms()),
  ]);
  const names = (terms.data?.administrators ?? []).slice(0, 3);
  return (
    <EmptyState title={t("title")} actions={<WayBack />}>
      {t("text")} {names.length > 0 ? t("ask", { names: format.list(names, "either") }) : null}
    </EmptyState>
  );
}
