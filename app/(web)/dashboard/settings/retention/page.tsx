import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { load } from "@/app/(web)/dashboard/load";
import { retention as retentionPage } from "@/app/(web)/dashboard/page-records/settings";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
import { FixedTimes } from "@/app/(web)/dashboard/settings/retention/fixed-times";
import { RetentionForm } from "@/app/(web)/dashboard/settings/retention/retention-form";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(retentionPage);
export default routeOf(retentionPage, RetentionPage);

async function RetentionPage() {
  await requireActor();
  const [t, settings, times] = await Promise.all([
    getTranslations("settings.retention"),
    load(caller().workspace.settings()),
    load(caller().keptTimes.get()),
  ]);
  return (
    <>
      <RecordHeader of={retentionPage} />
      {settings.error ? (
        <Refused what={t("refused")} error={settings.error} />
      ) : (
        <div className="flex max-w-3xl flex-col gap-5">
          <Card title={t("choose")} titleId="retention">
            <RetentionForm
              auditKeptYears={settings.data.auditKeptYears}
              erasedLeaveKeptYears={settings.data.erasedLeaveKeptYears}
              endedAccessKeptYears={settings.data.endedAccessKeptYears}
            />
          </Card>
          {times.data ? <FixedTimes times={times.data} /> : null}
        </div>
      )}
    </>
  );
}
