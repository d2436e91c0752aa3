import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingNewCalendarFeed() {
  const t = useTranslations("feeds");
  return (
    <PageSkeleton
      title={t("create")}
      breadcrumb={[
        { label: t("settings"), href: paths.settings },
        { label: t("title"), href: paths.calendarFeeds },
      ]}
      label={t("loadingForm")}
    >
      <SkeletonBlocks sizes={["h-64"]} className="max-w-2xl" />
    </PageSkeleton>
  );
}
