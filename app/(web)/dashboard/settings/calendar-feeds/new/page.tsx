import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { FeedForm } from "@/app/(web)/dashboard/settings/calendar-feeds/new/feed-form";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("feeds");
  return { title: `${t("create")} – ${t("settings")}` };
}

export default async function NewCalendarFeedPage() {
  await requireActor();
  const [t, feeds, locations] = await Promise.all([
    getTranslations("feeds"),
    load(caller().calendarFeeds.list()),
    load(caller().directory.locations.list()),
  ]);
  const failed = feeds.error ?? locations.error;
  return (
    <>
      <PageHeader
        title={t("create")}
        breadcrumb={[
          { label: t("settings"), href: paths.settings },
          { label: t("title"), href: paths.calendarFeeds },
        ]}
      />
      {failed ? <LoadError error={failed} /> : null}
      {feeds.data && locations.data ? (
        <FeedForm
          teamFeedsAllowed={feeds.data.teamFeedsAllowed}
          locations={locations.data.map(({ id, name }) => ({ id, name }))}
        />
      ) : null}
    </>
  );
}
