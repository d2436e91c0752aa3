import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { caller } from "@/app/_trpc/server";
import { retention as retentionPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { FixedTimes } from "@/app/(app)/dashboard/(settings)/settings/retention/fixed-times";
import { RetentionForm } from "@/app/(app)/dashboard/(settings)/settings/retention/retention-form";
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
