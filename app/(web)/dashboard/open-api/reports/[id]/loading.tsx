import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingReport() {
  const t = useTranslations("reports");
  return (
    <>
      <PageHeader
        title={t("one")}
        breadcrumb={[
          { label: t("openApi"), href: paths.openApi },
          { label: t("title"), href: paths.reports },
        ]}
      />
      <SkeletonRegion label={t("list.loading")}>
        <div className="flex flex-col gap-6">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-38 w-full rounded-lg" />
          <div>
            <SkeletonRows rows={5} columns={5} />
          </div>
        </div>
      </SkeletonRegion>
    </>
  );
}
