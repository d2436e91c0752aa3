import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { newOauthClient as newOauthClientPage } from "@/app/(app)/dashboard/(settings)/pages";
import { NewClientForm } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/new/new-client-form";
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
