import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { newLeaveType as newLeaveTypePage } from "@/app/(web)/dashboard/page-records/settings";
import { NewType } from "@/app/(web)/dashboard/settings/leave-types/new/new-type";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";

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
