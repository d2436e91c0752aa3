import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingIntegrations() {
  const t = useTranslations("integrations");
  return (
    <PageSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("description")}
      label={t("loading")}
    >
      <SkeletonBlocks sizes={["h-64", "h-64"]} className="grid items-start lg:grid-cols-2" />
    </PageSkeleton>
  );
}
