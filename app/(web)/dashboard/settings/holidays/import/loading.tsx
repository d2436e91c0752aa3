import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingImport() {
  const t = useTranslations("places");
  return (
    <PageSkeleton
      title={t("holidays.importing.title")}
      breadcrumb={[
        { label: t("settings"), href: paths.settings },
        { label: t("holidays.title"), href: paths.holidays },
      ]}
      description={t("holidays.importing.lead")}
      label={t("holidays.importing.loading")}
    >
      <SkeletonBlocks sizes={["h-56", "h-96"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
