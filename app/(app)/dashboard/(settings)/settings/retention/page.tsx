import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { caller } from "@/app/_trpc/server";
import { retention as retentionPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";
import { RetentionForm } from "./retention-form";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const kinds = [
  "requests",
  "usage",
  "deliveries",
  "endedHooks",
  "sendings",
  "reportFiles",
  "mailedReportFiles",
  "sentMails",
  "failedMails",
  "operations",
  "idempotencyKeys",
] as const;

/** Retention periods that are the same in every workspace. */
function FixedTimes({ times }: { times: Record<(typeof kinds)[number], number> }) {
  const t = useTranslations("settings.retention.fixed");
  const words = (ms: number) =>
    ms <= dayMs ? t("hours", { count: ms / hourMs }) : t("days", { count: ms / dayMs });
  return (
    <Card title={t("title")} titleId="fixed" description={t("text")}>
      <dl className="flex flex-col divide-y divide-line">
        {kinds.map((kind) => (
          <div key={kind} className="flex items-baseline justify-between gap-4 py-2">
            <dt>{t(kind)}</dt>
            <dd className="shrink-0 text-muted tabular-nums">{words(times[kind])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

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
