import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { paths } from "@/app/(web)/dashboard/paths";
import { NewClientForm } from "@/app/(web)/dashboard/settings/oauth-clients/new/new-client-form";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("clients");
  return { title: t("createTitle") };
}

export default async function NewOauthClientPage() {
  const [{ actor }, t] = await Promise.all([requireActor(), getTranslations("clients")]);
  const breadcrumb = [
    { label: t("settings.title"), href: paths.settings },
    { label: t("title"), href: paths.oauthClients },
  ];
  if (actor.role === "ADMIN")
    return (
      <>
        <PageHeader title={t("create")} breadcrumb={breadcrumb} />
        <NewClientForm />
      </>
    );
  const terms = await load(caller().apiKeys.terms());
  return (
    <>
      <PageHeader title={t("create")} breadcrumb={breadcrumb} />
      <NotAllowed what={t("manage")} administrators={terms.data?.administrators ?? []} />
    </>
  );
}
