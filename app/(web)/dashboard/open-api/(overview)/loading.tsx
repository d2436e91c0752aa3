import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { Card } from "@/app/_ui/card";

const Tile = () => (
  <Card className="h-30">
    <SkeletonBlocks
      sizes={["w-16 rounded-sm", "w-2/5 rounded-sm", "h-3 w-3/5 rounded-sm"]}
      className="gap-3 pt-2"
    />
  </Card>
);

export default function LoadingOverview() {
  const t = useTranslations("overview");
  return (
    <PageSkeleton title={t("title")} description={t("lead")} label={t("loading")}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <Tile />
        <Tile />
        <Tile />
      </div>
    </PageSkeleton>
  );
}
