import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { caller } from "@/app/_trpc/server";
import { leaveSettings as leaveSettingsPage } from "@/app/(app)/dashboard/(settings)/pages";
import {
  LeaveSettingsForm,
  type Settings,
} from "@/app/(app)/dashboard/(settings)/settings/leave/leave-settings-form";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(leaveSettingsPage);
export default routeOf(leaveSettingsPage, LeaveSettingsPage);

async function LeaveSettingsPage() {
  await requireActor();
  const [t, settings] = await Promise.all([
    getTranslations("settings.leave"),
    load(caller().workspace.settings()),
  ]);
  return (
    <>
      <RecordHeader of={leaveSettingsPage} />
      {settings.error ? (
        <Refused what={t("refused")} error={settings.error} />
      ) : (
        <Card
          className="max-w-3xl"
          title={t("visibility.title")}
          titleId="visibility"
          description={t("visibility.text")}
        >
          <LeaveSettingsForm settings={ownOf(settings.data)} />
        </Card>
      )}
    </>
  );
}

/** The settings that this page's form sends, so that it overwrites no others. */
const ownOf = ({
  visibility,
  mailDecisionNeedsSignIn,
  aiAppsMayChangeLeave,
  teamFeedsAllowed,
}: Settings) => ({
  visibility,
  mailDecisionNeedsSignIn,
  aiAppsMayChangeLeave,
  teamFeedsAllowed,
});
