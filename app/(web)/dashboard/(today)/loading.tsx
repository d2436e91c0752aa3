import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { twoColumns } from "@/app/(web)/dashboard/(today)/layout-grid";

export default function LoadingToday() {
  const t = useTranslations("today");
  return (
    <PageSkeleton title={t("title")} label={t("loading")}>
      <div className={twoColumns}>
        <SkeletonBlocks sizes={["h-40", "h-48"]} />
        <SkeletonBlocks sizes={["h-36", "h-36"]} />
      </div>
    </PageSkeleton>
  );
}
