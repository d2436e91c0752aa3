import type { Metadata } from "next";
import { getLocale, getTimeZone, getTranslations } from "next-intl/server";
import { languageOf } from "@/app/_i18n/languages";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NewNotificationForm } from "@/app/(web)/dashboard/open-api/notifications/new/new-notification-form";
import { NotForYou } from "@/app/(web)/dashboard/open-api/notifications/not-for-you";
import { paths } from "@/app/(web)/dashboard/paths";
import { notificationFrequencies } from "@/drizzle/schema/values";
import { requireActor } from "@/server/signin/session";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("notifications");
  return { title: `${t("new.title")} – ${t("openApi")}` };
}

export default async function NewNotificationPage({ searchParams }: Props) {
  await requireActor();
  const t = await getTranslations("notifications");
  const [{ kind }, terms, locale, timezone] = await Promise.all([
    searchParams,
    load(caller().notifications.terms()),
    getLocale(),
    getTimeZone(),
  ]);
  const chosen = notificationFrequencies.find((one) => one.toLowerCase() === kind);
  return (
    <>
      <PageHeader
        title={t("new.title")}
        breadcrumb={[
          { label: t("openApi"), href: paths.openApi },
          { label: t("title"), href: paths.notifications },
        ]}
        description={t("new.description")}
      />
      {terms.error ? <LoadError error={terms.error} /> : null}
      {terms.data?.mayCreate === false ? <NotForYou /> : null}
      {terms.data?.mayCreate ? (
        <NewNotificationForm
          terms={terms.data}
          frequency={chosen ?? "DAILY"}
          locale={languageOf[locale]}
          timezone={timezone}
        />
      ) : null}
    </>
  );
}
