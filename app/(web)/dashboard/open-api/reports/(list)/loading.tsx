import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingReports() {
  const t = useTranslations("reports");
  return (
    <>
      <PageHeader title={t("title")} breadcrumb={[{ label: t("openApi"), href: paths.openApi }]} />
      <SkeletonRegion label={t("list.loading")}>
        <SkeletonRows rows={5} columns={6} />
      </SkeletonRegion>
    </>
  );
}
