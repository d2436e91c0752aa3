import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { caller } from "@/app/_trpc/server";
import { mailSettings as mailSettingsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Devices } from "@/app/(app)/dashboard/(settings)/settings/mail/devices";
import { MailSwitches, PushSwitches } from "@/app/(app)/dashboard/(settings)/settings/mail/mail-switches";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(mailSettingsPage);
export default routeOf(mailSettingsPage, MailSettingsPage);

async function MailSettingsPage() {
  await requireActor();
  const [t, preferences, devices] = await Promise.all([
    getTranslations(),
    load(caller().mailPreferences.get()),
    load(caller().devices.list()),
  ]);
  return (
    <>
      <RecordHeader of={mailSettingsPage} />
      {preferences.error ? (
        <LoadError error={preferences.error} />
      ) : (
        <div className="grid max-w-6xl items-start gap-5 xl:grid-cols-2">
          <Card title={t("settings.mail.kinds")} titleId="kinds">
            <MailSwitches preferences={preferences.data} />
          </Card>
          <Card title={t("devices.title")} titleId="devices" description={t("devices.description")}>
            <div className="flex flex-col gap-6">
              <PushSwitches preferences={preferences.data} />
              {devices.error ? <LoadError error={devices.error} /> : <Devices {...devices.data} />}
            </div>
          </Card>
        </div>
      )}
    </>
  );
}
