import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { daysLeft as daysLeftPage } from "@/app/(web)/dashboard/page-records/leave";
import { paths } from "@/app/(web)/dashboard/paths";
import { DaysLeftForm } from "@/app/(web)/dashboard/set-up/days-left/days-left-form";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(daysLeftPage);
export default routeOf(daysLeftPage, DaysLeftPage);

/** Everyone's remaining days of this year, for a company that starts in the middle of it. */
async function DaysLeftPage() {
  const { actor } = await requireActor();
  const t = await getTranslations("setup.left");
  const header = <RecordHeader of={daysLeftPage} />;
  if (actor.role !== "ADMIN")
    return (
      <>
        {header}
        <OnlyAdministrators what={t("refused")}>{null}</OnlyAdministrators>
      </>
    );
  const found = await load(caller().entitlements.daysLeft({}));
  return (
    <>
      {header}
      {found.error ? (
        <LoadError error={found.error} />
      ) : found.data.people.some(({ left }) => left.length > 0) ? (
        <DaysLeftForm first={found.data} />
      ) : (
        <EmptyState
          title={t("empty")}
          actions={<LinkButton href={paths.startingTypes}>{t("types")}</LinkButton>}
        >
          {t("emptyText")}
        </EmptyState>
      )}
    </>
  );
}
