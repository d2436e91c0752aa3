import { getLocale, getTranslations } from "next-intl/server";
import { languageOf } from "@/app/_i18n/languages";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { QueryProvider } from "@/app/_trpc/queries";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { newPerson as newPersonPage } from "@/app/(app)/dashboard/(team)/pages";
import { isMailSetUp } from "@/app/(app)/dashboard/(team)/people/is-mail-set-up";
import { InviteForm } from "@/app/(app)/dashboard/(team)/people/new/invite-form";
import { loadPersonChoices } from "@/app/(app)/dashboard/(team)/people/person-choices";
import { roleAllows } from "@/server/access/scopes";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newPersonPage);
export default routeOf(newPersonPage, InvitePage, QueryProvider);

async function InvitePage() {
  const { actor } = await requireActor();
  const t = await getTranslations("people");
  return (
    <>
      <RecordHeader
        of={newPersonPage}
        {...(isMailSetUp() ? {} : { description: t("invite.leadWithoutMail") })}
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
  const language = languageOf[locale];
  return (
    <InviteForm
      choices={choices.data}
      defaults={choices.defaults}
      appoints={appoints}
      language={language}
      hasMail={isMailSetUp()}
    />
  );
}
