import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { MailSwitches } from "@/app/(web)/dashboard/settings/mail/mail-switches";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.mail");
  return { title: `${t("title")} – ${t("settings")}` };
}

export default async function MailSettingsPage() {
  await requireActor();
  const [t, preferences] = await Promise.all([
    getTranslations("settings.mail"),
    load(caller().mailPreferences.get()),
  ]);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("description")}
      />
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
