import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { FeedsTable } from "@/app/(web)/dashboard/settings/calendar-feeds/(list)/feeds-table";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("feeds");
  return { title: `${t("title")} – ${t("settings")}` };
}

export default async function CalendarFeedsPage() {
  await requireActor();
  const [t, found] = await Promise.all([getTranslations("feeds"), load(caller().calendarFeeds.list())]);
  const createLink = <CreateLink href={paths.newCalendarFeed}>{t("create")}</CreateLink>;
  const isEmpty = found.data?.items.length === 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("lead")}
        actions={found.data && !isEmpty ? createLink : undefined}
      />
      {found.error ? (
        <LoadError error={found.error} />
      ) : isEmpty ? (
        <EmptyState title={t("none")} actions={createLink}>
          {t("noneText")}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <FeedsTable {...found.data} />
          <p className="max-w-[75ch] text-muted">{t("notes")}</p>
        </div>
      )}
    </>
  );
}
