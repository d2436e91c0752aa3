import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { mailSettings as mailSettingsPage } from "@/app/(web)/dashboard/page-records/settings";
import { MailSwitches } from "@/app/(web)/dashboard/settings/mail/mail-switches";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(mailSettingsPage);
export default routeOf(mailSettingsPage, MailSettingsPage);

async function MailSettingsPage() {
  await requireActor();
  const [t, preferences] = await Promise.all([
    getTranslations("settings.mail"),
    load(caller().mailPreferences.get()),
  ]);
  return (
    <>
      <RecordHeader of={mailSettingsPage} />
      {preferences.error ? (
        <LoadError error={preferences.error} />
      ) : (
        <Card className="max-w-3xl" title={t("kinds")} titleId="kinds">
          <MailSwitches preferences={preferences.data} />
        </Card>
      )}
    </>
  );
}
