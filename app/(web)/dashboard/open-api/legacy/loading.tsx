import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLegacyKeys() {
  const t = useTranslations("legacy");
  return (
    <>
      <PageHeader title={t("title")} breadcrumb={[{ label: "Open API", href: paths.openApi }]} />
      <SkeletonRegion label={t("loading")}>
        <SkeletonRows rows={3} columns={5} />
      </SkeletonRegion>
    </>
  );
}
