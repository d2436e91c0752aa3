import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { paths } from "@/app/(web)/dashboard/paths";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
import { FixedTimes } from "@/app/(web)/dashboard/settings/retention/fixed-times";
import { RetentionForm } from "@/app/(web)/dashboard/settings/retention/retention-form";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.retention");
  return { title: `${t("title")} – ${t("settings")}` };
}

export default async function RetentionPage() {
  await requireActor();
  const [t, settings, times] = await Promise.all([
    getTranslations("settings.retention"),
    load(caller().workspace.settings()),
    load(caller().keptTimes.get()),
  ]);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("description")}
      />
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
