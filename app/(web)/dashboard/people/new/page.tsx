import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { paths } from "@/app/(web)/dashboard/paths";
import { InviteForm } from "@/app/(web)/dashboard/people/new/invite-form";
import { loadPersonChoices } from "@/app/(web)/dashboard/people/person-choices";
import { notificationLocales } from "@/drizzle/schema/values";
import { roleAllows } from "@/server/access/scopes";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("people");
  return { title: t("invite.title") };
}

export default async function InvitePage() {
  const { actor } = await requireActor();
  const t = await getTranslations("people");
  return (
    <>
      <PageHeader
        title={t("invite.title")}
        breadcrumb={[{ label: t("title"), href: paths.people }]}
        description={t("invite.lead")}
      />
      {roleAllows(actor.role, "users:write") ? <Form appoints={actor.role === "ADMIN"} /> : <Refused />}
    </>
  );
}

async function Form({ appoints }: { appoints: boolean }) {
  const [choices, locale] = await Promise.all([loadPersonChoices(), getLocale()]);
  if (!choices.data) return choices.error ? <LoadError error={choices.error} /> : null;
  const language = notificationLocales.find((one) => locale.startsWith(one)) ?? "en";
  return (
    <InviteForm choices={choices.data} defaults={choices.defaults} appoints={appoints} language={language} />
  );
}

async function Refused() {
  const [t, terms] = await Promise.all([getTranslations("people"), load(caller().apiKeys.terms())]);
  return <NotAllowed what={t("invite.what")} administrators={terms.data?.administrators ?? []} />;
}
