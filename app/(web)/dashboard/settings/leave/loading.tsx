import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLeaveSettings() {
  const t = useTranslations("settings.leave");
  return (
    <PageSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("description")}
      label={t("loading")}
    >
      <SkeletonBlocks sizes={["h-72"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
