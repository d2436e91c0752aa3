import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { newLeaveType as newLeaveTypePage } from "@/app/(app)/dashboard/(settings)/pages";
import { NewType } from "@/app/(app)/dashboard/(settings)/settings/leave-types/new/new-type";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";

export const generateMetadata = metadataOf(newLeaveTypePage);
export default routeOf(newLeaveTypePage, NewLeaveTypePage);

async function NewLeaveTypePage() {
  const t = await getTranslations("policies");
  return (
    <>
      <RecordHeader of={newLeaveTypePage} />
      <OnlyAdministrators what={t("refused")}>
        <NewType />
      </OnlyAdministrators>
    </>
  );
}
