import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLeaveType() {
  const t = useTranslations("policies");
  return (
    <PageSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      label={t("loadingForm")}
    >
      <SkeletonBlocks sizes={["h-80", "h-60", "h-28"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
