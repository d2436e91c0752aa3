import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { daysLeft as daysLeftPage } from "@/app/(app)/dashboard/(leave)/pages";
import { DaysLeftForm } from "@/app/(app)/dashboard/(leave)/set-up/days-left/days-left-form";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
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
      ) : found.data.items.some(({ left }) => left.length > 0) ? (
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
