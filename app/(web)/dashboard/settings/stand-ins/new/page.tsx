import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { newStandIn as newStandInPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { StandInForm } from "@/app/(web)/dashboard/settings/stand-ins/new/stand-in-form";
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
