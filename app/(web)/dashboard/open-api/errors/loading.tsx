import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingErrors() {
  const t = useTranslations("errors");
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("openApi"), href: paths.openApi }]}
        description={t("lead")}
      />
      <SkeletonRegion label={t("loading")}>
        <Skeleton className="mb-5 h-9 w-80" />
        <SkeletonRows rows={5} columns={5} />
      </SkeletonRegion>
    </>
  );
}
