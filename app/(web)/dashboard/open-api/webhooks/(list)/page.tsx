import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { Note } from "@/app/_ui/note";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { AddOnOff } from "@/app/(web)/dashboard/open-api/add-on-off";
import { NoWebhooks } from "@/app/(web)/dashboard/open-api/webhooks/(list)/no-webhooks";
import { WebhooksTable } from "@/app/(web)/dashboard/open-api/webhooks/(list)/webhooks-table";
import type { EventFacts, WebhookListed } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { webhooks as webhooksPage } from "@/app/(web)/dashboard/page-records/integrations";
import { paths } from "@/app/(web)/dashboard/paths";
import type { KeyTerms } from "@/server/modules/api-keys/get-terms";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(webhooksPage);
export default routeOf(webhooksPage, WebhooksPage);

async function WebhooksPage() {
  const [{ actor }, t] = await Promise.all([requireActor(), getTranslations("webhooks")]);
  const [terms, webhooks, events] = await Promise.all([
    load(caller().apiKeys.terms()),
    load(caller().webhooks.list()),
    load(caller().webhooks.events()),
  ]);
  const failed = terms.error ?? webhooks.error;
  // An empty page shows its main action once, in the middle.
  const hasAction = terms.data?.addOn === "active" && Boolean(webhooks.data?.length);
  return (
    <>
      <RecordHeader
        of={webhooksPage}
        description={actor.role === "ADMIN" ? t("list.leadAdmin") : t("list.lead")}
        actions={hasAction ? <CreateLink href={paths.newWebhook}>{t("add")}</CreateLink> : undefined}
      />
      {failed ? <LoadError error={failed} /> : null}
      {terms.data && webhooks.data ? (
        <Content terms={terms.data} webhooks={webhooks.data} events={events.data ?? []} />
      ) : null}
    </>
  );
}

type Props = { terms: KeyTerms; webhooks: WebhookListed[]; events: readonly EventFacts[] };

function Content({ terms, webhooks, events }: Props) {
  const t = useTranslations("webhooks");
  const isAdmin = terms.role === "ADMIN";
  const why =
    terms.addOn === "active" ? null : (
      <AddOnOff addOn={terms.addOn} administrators={terms.administrators} isAdmin={isAdmin} />
    );
  if (webhooks.length === 0)
    return why ? (
      <EmptyState title={t("list.noneHere")}>{why}</EmptyState>
    ) : (
      <NoWebhooks sample={events.find(({ type }) => type === "leave.approved")?.sample} />
    );
  return (
    <div className="flex flex-col gap-5">
      {why ? (
        <Note tone="warning" title={t("list.noneCanBeAdded")}>
          {why}
        </Note>
      ) : null}
      <WebhooksTable webhooks={webhooks} isAdmin={isAdmin} />
    </div>
  );
}
