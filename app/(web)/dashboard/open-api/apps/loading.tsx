import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingApps() {
  const t = useTranslations("apps");
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description={t("lead")}
      />
      <SkeletonRegion label={t("loading")}>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-48 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </div>
      </SkeletonRegion>
    </>
  );
}
