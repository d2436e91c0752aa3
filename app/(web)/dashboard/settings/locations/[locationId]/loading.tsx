import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLocation() {
  const t = useTranslations("places");
  return (
    <PageSkeleton
      title={t("locations.title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      label={t("loadingForm")}
    >
      <SkeletonBlocks sizes={["h-160", "h-28"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
