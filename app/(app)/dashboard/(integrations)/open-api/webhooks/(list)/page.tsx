import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { Note } from "@/app/_kit/ui/note";
import { caller } from "@/app/_trpc/server";
import { AddOnOff } from "@/app/(app)/dashboard/(integrations)/open-api/add-on-off";
import { readWebhooksQuery } from "@/app/(app)/dashboard/(integrations)/open-api/list-queries";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import type { EventFacts } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { webhooks as webhooksPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import type { KeyTerms } from "@/server/modules/integrations/keys/get-terms";
import { requireActor } from "@/server/signin/session";
import { type FirstWebhooks, WebhooksTable } from "./webhooks-table";

/** The empty state: what a webhook is for, and what an event looks like. */
function NoWebhooks({ sample }: { sample: object | undefined }) {
  const t = useTranslations("webhooks");
  return (
    <EmptyState
      title={t("none.title")}
      actions={
        <>
          <CreateLink href={paths.newWebhook}>{t("add")}</CreateLink>
          <ReferenceLink page="webhooks" />
        </>
      }
      example={sample ? <CodeBlock label={t("none.example")} code={JSON.stringify(sample, null, 2)} /> : null}
    >
      {t("none.text")}
    </EmptyState>
  );
}

export const generateMetadata = metadataOf(webhooksPage);
export default routeOf(webhooksPage, WebhooksPage);

async function WebhooksPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const asked = readWebhooksQuery(addressOf(await searchParams));
  const [{ actor }, t] = await Promise.all([requireActor(), getTranslations("webhooks")]);
  const [terms, webhooks, events] = await Promise.all([
    load(caller().apiKeys.terms()),
    load(caller().webhooks.page(asked)),
    load(caller().webhooks.events()),
  ]);
  const failed = terms.error ?? webhooks.error;
  // An empty page shows its main action once, in the middle.
  const hasAction = terms.data?.addOn === "active" && !isEmptyList(webhooks.data);
  return (
    <>
      <RecordHeader
        of={webhooksPage}
        description={actor.role === "ADMIN" ? t("list.leadAdmin") : t("list.lead")}
        actions={hasAction ? <CreateLink href={paths.newWebhook}>{t("add")}</CreateLink> : undefined}
      />
      {failed ? <LoadError error={failed} /> : null}
      {terms.data && webhooks.data ? (
        <Content terms={terms.data} first={{ asked, found: webhooks.data }} events={events.data ?? []} />
      ) : null}
    </>
  );
}

type Props = { terms: KeyTerms; first: FirstWebhooks; events: readonly EventFacts[] };

function Content({ terms, first, events }: Props) {
  const t = useTranslations("webhooks");
  const isAdmin = terms.role === "ADMIN";
  const why =
    terms.addOn === "active" ? null : (
      <AddOnOff addOn={terms.addOn} administrators={terms.administrators} isAdmin={isAdmin} />
    );
  if (isEmptyList(first.found))
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
      <WebhooksTable first={first} isAdmin={isAdmin} />
    </div>
  );
}
