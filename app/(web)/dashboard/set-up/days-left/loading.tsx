import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingDaysLeft() {
  const t = useTranslations("setup");
  return (
    <PageSkeleton
      title={t("left.title")}
      breadcrumb={[{ label: t("types.back"), href: paths.home }]}
      description={t("left.lead")}
      label={t("left.loading")}
    >
      <SkeletonBlocks sizes={["h-96"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
