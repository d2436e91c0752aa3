import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { newStandIn as newStandInPage } from "@/app/(app)/dashboard/(settings)/pages";
import { StandInForm } from "@/app/(app)/dashboard/(settings)/settings/stand-ins/new/stand-in-form";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newStandInPage);
export default routeOf(newStandInPage, NewStandInPage);

async function NewStandInPage() {
  const [{ actor }, t, approvers] = await Promise.all([
    requireActor(),
    getTranslations("settings.standIns"),
    load(caller().delegations.approvers()),
  ]);
  return (
    <>
      <RecordHeader of={newStandInPage} />
      {approvers.error ? (
        <LoadError error={approvers.error} />
      ) : approvers.data.length === 0 ? (
        <EmptyState
          title={t("form.notForYou")}
          actions={<LinkButton href={paths.standIns}>{t("form.back")}</LinkButton>}
        >
          {t("form.notForYouText")}
        </EmptyState>
      ) : (
        <StandInForm userId={`user-${actor.userId}`} approvers={approvers.data} />
      )}
    </>
  );
}
