import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingWorkspaceApps() {
  const t = useTranslations("apps");
  return (
    <PageSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("workspace.lead")}
      label={t("loading")}
    >
      <SkeletonBlocks sizes={["h-9", "h-56", "h-40"]} className="gap-6" />
    </PageSkeleton>
  );
}
