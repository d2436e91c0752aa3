import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingReport() {
  const t = useTranslations("reports");
  return (
    <PageSkeleton
      title={t("one")}
      breadcrumb={[
        { label: t("openApi"), href: paths.openApi },
        { label: t("title"), href: paths.reports },
      ]}
      label={t("list.loading")}
    >
      <div className="flex flex-col gap-6">
        <SkeletonBlocks sizes={["h-9 rounded-sm", "h-38"]} className="gap-6" />
        <div>
          <SkeletonRows rows={5} columns={5} />
        </div>
      </div>
    </PageSkeleton>
  );
}
