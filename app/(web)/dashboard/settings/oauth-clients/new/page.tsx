import type { Metadata } from "next";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { paths } from "@/app/(web)/dashboard/paths";
import { NewClientForm } from "@/app/(web)/dashboard/settings/oauth-clients/new/new-client-form";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Create OAuth client – OAuth clients – Settings" };

export default async function NewOauthClientPage() {
  const { actor } = await requireActor();
  const breadcrumb = [
    { label: "Settings", href: paths.settings },
    { label: "OAuth clients", href: paths.oauthClients },
  ];
  if (actor.role === "ADMIN")
    return (
      <>
        <PageHeader title="Create OAuth client" breadcrumb={breadcrumb} />
        <NewClientForm />
      </>
    );
  const terms = await load(caller().apiKeys.terms());
  return (
    <>
      <PageHeader title="Create OAuth client" breadcrumb={breadcrumb} />
      <NotAllowed what="manage OAuth clients" administrators={terms.data?.administrators ?? []} />
    </>
  );
}
