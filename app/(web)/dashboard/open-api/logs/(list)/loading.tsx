import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLogs() {
  const t = useTranslations("logs");
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("openApi"), href: paths.openApi }]}
        description={t("lead")}
      />
      <SkeletonRegion label={t("loading")}>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-8 w-full max-w-3xl" />
          <Skeleton className="h-44 w-full" />
          <div>
            <SkeletonRows rows={8} columns={6} />
          </div>
        </div>
      </SkeletonRegion>
    </>
  );
}
