import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { caller } from "@/app/_trpc/server";
import { mailSettings as mailSettingsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { MailSwitches } from "@/app/(app)/dashboard/(settings)/settings/mail/mail-switches";
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
