import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingRetention() {
  const t = useTranslations("settings.retention");
  return (
    <PageSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("description")}
      label={t("loading")}
    >
      <SkeletonBlocks sizes={["h-64", "h-96"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
