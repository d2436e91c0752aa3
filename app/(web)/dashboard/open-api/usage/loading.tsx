import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingUsage() {
  const t = useTranslations("usage");
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description={t("lead")}
      />
      <SkeletonRegion label={t("loading")}>
        <div className="flex flex-col gap-5">
          <Skeleton className="h-8 w-80" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-72 w-full" />
        </div>
      </SkeletonRegion>
    </>
  );
}
