import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingApps() {
  const t = useTranslations("apps");
  return (
    <PageSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("lead")}
      label={t("loading")}
    >
      <SkeletonBlocks sizes={["h-48", "h-48"]} className="gap-4" />
    </PageSkeleton>
  );
}
