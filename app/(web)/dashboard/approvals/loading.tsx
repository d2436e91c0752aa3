import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";

export default function LoadingApprovals() {
  const t = useTranslations("approvals");
  return (
    <PageSkeleton title={t("title")} description={t("lead")} label={t("loading")}>
      <SkeletonBlocks sizes={["h-28", "h-28", "h-28"]} />
    </PageSkeleton>
  );
}
