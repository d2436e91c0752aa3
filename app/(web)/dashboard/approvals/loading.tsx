import { useTranslations } from "next-intl";
import { PageSkeleton } from "@/app/_resource/page-skeleton";
import { SkeletonRows } from "@/app/_ui/skeleton";

export default function LoadingApprovals() {
  const t = useTranslations("approvals");
  return (
    <PageSkeleton title={t("title")} description={t("lead")} label={t("loading")}>
      {/* Reserves the width of the panel. */}
      <div className="lg:pe-96">
        <SkeletonRows rows={5} columns={3} />
      </div>
    </PageSkeleton>
  );
}
