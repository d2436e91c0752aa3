import { getTranslations } from "next-intl/server";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { labels as labelsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { AddLabel } from "@/app/(app)/dashboard/(settings)/settings/labels/label-dialog";
import { LabelsTable } from "@/app/(app)/dashboard/(settings)/settings/labels/labels-table";
import { readLabelsQuery } from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(labelsPage);
export default routeOf(labelsPage, LabelsPage);

async function LabelsPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const asked = readLabelsQuery(addressOf(await searchParams));
  const [{ actor }, t, found] = await Promise.all([
    requireActor(),
    getTranslations("places"),
    load(caller().directory.labels.page(asked)),
  ]);
  const isEmpty = isEmptyList(found.data);
  const mayAdd = actor.role === "ADMIN" && found.data !== undefined;
  return (
    <>
      <RecordHeader of={labelsPage} actions={mayAdd && !isEmpty ? <AddLabel /> : undefined} />
      <OnlyAdministrators what={t("labels.refused")}>
        {found.error ? (
          <LoadError error={found.error} />
        ) : isEmpty ? (
          <EmptyState title={t("labels.none")} actions={<AddLabel />}>
            {t("labels.noneText")}
          </EmptyState>
        ) : (
          <LabelsTable first={{ asked, found: found.data }} />
        )}
      </OnlyAdministrators>
    </>
  );
}
