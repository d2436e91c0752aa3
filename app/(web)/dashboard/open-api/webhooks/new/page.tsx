import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { AddOnOff } from "@/app/(web)/dashboard/open-api/add-on-off";
import { eventViews } from "@/app/(web)/dashboard/open-api/webhooks/event-views";
import { NewWebhookForm } from "@/app/(web)/dashboard/open-api/webhooks/new/new-webhook-form";
import { newWebhook as newWebhookPage } from "@/app/(web)/dashboard/page-records/integrations";
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
