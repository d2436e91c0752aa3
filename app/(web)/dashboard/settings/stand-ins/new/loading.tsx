import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingNewStandIn() {
  const t = useTranslations("settings.standIns");
  return (
    <PageSkeleton
      title={t("create")}
      breadcrumb={[
        { label: t("settings"), href: paths.settings },
        { label: t("title"), href: paths.standIns },
      ]}
      label={t("loadingForm")}
    >
      <SkeletonBlocks sizes={["h-96"]} className="max-w-2xl" />
    </PageSkeleton>
  );
}
