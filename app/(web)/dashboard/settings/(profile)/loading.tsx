import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";

export default function LoadingSettings() {
  const t = useTranslations("settings");
  return (
    <>
      <PageHeader title={t("title")} />
      <SkeletonRegion label={t("loading")}>
        <div className="flex max-w-3xl flex-col gap-5">
          <Skeleton className="h-44 rounded-lg" />
          <Skeleton className="h-36 rounded-lg" />
          <Skeleton className="h-60 rounded-lg" />
          <Skeleton className="h-36 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </div>
      </SkeletonRegion>
    </>
  );
}
