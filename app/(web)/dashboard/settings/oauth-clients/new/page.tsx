import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { load } from "@/app/(web)/dashboard/load";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { newOauthClient as newOauthClientPage } from "@/app/(web)/dashboard/page-records/settings";
import { NewClientForm } from "@/app/(web)/dashboard/settings/oauth-clients/new/new-client-form";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newOauthClientPage);
export default routeOf(newOauthClientPage, NewOauthClientPage);

async function NewOauthClientPage() {
  const [{ actor }, t] = await Promise.all([requireActor(), getTranslations("clients")]);
  if (actor.role === "ADMIN")
    return (
      <>
        <RecordHeader of={newOauthClientPage} />
        <NewClientForm />
      </>
    );
  const terms = await load(caller().apiKeys.terms());
  return (
    <>
      <RecordHeader of={newOauthClientPage} />
      <NotAllowed what={t("manage")} administrators={terms.data?.administrators ?? []} />
    </>
  );
}
