import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { newLeaveType as newLeaveTypePage } from "@/app/(app)/dashboard/(settings)/pages";
import { freeColor } from "@/app/(app)/dashboard/(settings)/settings/leave-types/new/free-color";
import { NewType } from "@/app/(app)/dashboard/(settings)/settings/leave-types/new/new-type";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newLeaveTypePage);
export default routeOf(newLeaveTypePage, NewLeaveTypePage);

async function NewLeaveTypePage() {
  const [t, types] = await Promise.all([
    requireActor().then(() => getTranslations("policies")),
    load(caller().leaveTypes.list()),
  ]);
  return (
    <>
      <RecordHeader of={newLeaveTypePage} />
      <OnlyAdministrators what={t("refused")}>
        <NewType color={freeColor((types.data ?? []).map(({ color }) => color))} />
      </OnlyAdministrators>
    </>
  );
}
