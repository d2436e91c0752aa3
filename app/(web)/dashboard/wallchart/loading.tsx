import { useTranslations } from "next-intl";
import { PageSkeleton } from "@/app/_resource/page-skeleton";
import { Skeleton, SkeletonRows } from "@/app/_ui/skeleton";

export default function LoadingWallchart() {
  const t = useTranslations("wallchart");
  return (
    <PageSkeleton title={t("title")} description={t("lead")} label={t("loading")}>
      <Skeleton className="mb-4 h-8 w-full max-w-xl" />
      <Skeleton className="mb-4 h-14 w-full max-w-3xl" />
      <div className="rounded-lg border border-line bg-surface">
        <SkeletonRows rows={12} columns={8} />
      </div>
    </PageSkeleton>
  );
}
