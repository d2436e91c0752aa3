import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { labels as labelsPage } from "@/app/(web)/dashboard/page-records/settings";
import { AddLabel } from "@/app/(web)/dashboard/settings/labels/label-dialog";
import { LabelsTable } from "@/app/(web)/dashboard/settings/labels/labels-table";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(labelsPage);
export default routeOf(labelsPage, LabelsPage);

async function LabelsPage() {
  const [{ actor }, t, found] = await Promise.all([
    requireActor(),
    getTranslations("places"),
    load(caller().directory.labels.list()),
  ]);
  const isEmpty = found.data?.length === 0;
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
          <LabelsTable labels={found.data} />
        )}
      </OnlyAdministrators>
    </>
  );
}
