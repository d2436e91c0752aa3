import type { Metadata } from "next";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { AddOnOff } from "@/app/(web)/dashboard/open-api/add-on-off";
import { NewWebhookForm } from "@/app/(web)/dashboard/open-api/webhooks/new/new-webhook-form";
import { paths } from "@/app/(web)/dashboard/paths";
import { services } from "@/server/kernel/process";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Create webhook – Open API" };

export default async function NewWebhookPage() {
  await requireActor();
  const [terms, events] = await Promise.all([
    load(caller().apiKeys.terms()),
    load(caller().webhooks.events()),
  ]);
  const header = (
    <PageHeader
      title="Create webhook"
      breadcrumb={[
        { label: "Open API", href: paths.openApi },
        { label: "Webhooks", href: paths.webhooks },
      ]}
      description="A webhook is told of what you may see, of nothing else."
    />
  );
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
        <NewWebhookForm role={role} events={events.data} allowHosts={services().settings.webhookAllowHosts} />
      ) : (
        <EmptyState title="Webhooks cannot be created here">
          <AddOnOff addOn={addOn} administrators={administrators} isAdmin={role === "ADMIN"} />
        </EmptyState>
      )}
    </>
  );
}
