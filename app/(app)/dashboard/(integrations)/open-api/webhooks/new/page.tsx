import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { AddOnOff } from "@/app/(app)/dashboard/(integrations)/open-api/add-on-off";
import { NewWebhookForm } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/new/new-webhook-form";
import { eventViews } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { newWebhook as newWebhookPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { services } from "@/server/kernel/process";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newWebhookPage);
export default routeOf(newWebhookPage, NewWebhookPage);

async function NewWebhookPage() {
  await requireActor();
  const [t, keyWords, terms, events] = await Promise.all([
    getTranslations("webhooks"),
    getTranslations("keys"),
    load(caller().apiKeys.terms()),
    load(caller().webhooks.events()),
  ]);
  const header = <RecordHeader of={newWebhookPage} />;
  const failed = terms.error ?? events.error;
  if (failed || !terms.data || !events.data)
    return (
      <>
        {header}
        {failed ? <LoadError error={failed} /> : null}
      </>
    );
  const { role, addOn, administrators } = terms.data;
  return (
    <>
      {header}
      {addOn === "active" ? (
        <NewWebhookForm
          events={eventViews(keyWords, role, events.data)}
          allowHosts={services().settings.webhookAllowHosts}
        />
      ) : (
        <EmptyState title={t("new.notHere")}>
          <AddOnOff addOn={addOn} administrators={administrators} isAdmin={role === "ADMIN"} />
        </EmptyState>
      )}
    </>
  );
}
