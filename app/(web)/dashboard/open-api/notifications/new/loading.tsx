import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { besidePreview } from "@/app/(web)/dashboard/open-api/notifications/form-layout";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingNewNotification() {
  const t = useTranslations("notifications");
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
      <SkeletonRegion label={t("new.loading")}>
        <div className={besidePreview}>
          <div className="flex flex-col gap-5">
            <Skeleton className="h-48 w-full rounded-lg" />
            <Skeleton className="h-56 w-full rounded-lg" />
            <Skeleton className="h-44 w-full rounded-lg" />
          </div>
          <Skeleton className="h-96 w-full rounded-lg" />
        </div>
      </SkeletonRegion>
    </>
  );
}
