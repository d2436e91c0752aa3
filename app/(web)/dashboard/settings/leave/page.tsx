import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { paths } from "@/app/(web)/dashboard/paths";
import { LeaveSettingsForm, type Settings } from "@/app/(web)/dashboard/settings/leave/leave-settings-form";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.leave");
  return { title: `${t("title")} – ${t("settings")}` };
}

export default async function LeaveSettingsPage() {
  await requireActor();
  const [t, settings] = await Promise.all([
    getTranslations("settings.leave"),
    load(caller().workspace.settings()),
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
