import { getLocale, getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { QueryProvider } from "@/app/_trpc/queries";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { newPerson as newPersonPage } from "@/app/(web)/dashboard/page-records/team";
import { InviteForm } from "@/app/(web)/dashboard/people/new/invite-form";
import { loadPersonChoices } from "@/app/(web)/dashboard/people/person-choices";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { notificationLocales } from "@/drizzle/schema/values";
import { roleAllows } from "@/server/access/scopes";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newPersonPage);
export default routeOf(newPersonPage, InvitePage, QueryProvider);

async function InvitePage() {
  const { actor } = await requireActor();
  const t = await getTranslations("people");
  return (
    <>
      <RecordHeader of={newPersonPage} />
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
