import { useTranslations } from "next-intl";
import { Card } from "@/app/_ui/card";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";

const Tile = () => (
  <Card className="h-30">
    <div className="flex flex-col gap-3 pt-2">
      <Skeleton className="w-16" />
      <Skeleton className="w-2/5" />
      <Skeleton className="h-3 w-3/5" />
    </div>
  </Card>
);

export default function LoadingOverview() {
  const t = useTranslations("overview");
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <SkeletonRegion label={t("loading")}>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <Tile />
          <Tile />
          <Tile />
        </div>
      </SkeletonRegion>
    </>
  );
}
