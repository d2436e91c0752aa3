import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingDepartment() {
  const t = useTranslations("places");
  return (
    <PageSkeleton
      title={t("departments.title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      label={t("loadingForm")}
    >
      <SkeletonBlocks sizes={["h-130", "h-28"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
