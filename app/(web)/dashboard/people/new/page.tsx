import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page-header";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { InviteForm } from "@/app/(web)/dashboard/people/new/invite-form";
import { loadPersonChoices } from "@/app/(web)/dashboard/people/person-choices";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
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
      {roleAllows(actor.role, "users:write") ? (
        <Form appoints={actor.role === "ADMIN"} />
      ) : (
        <OnlyAdministrators what={t("invite.what")}>{null}</OnlyAdministrators>
      )}
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
