import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingUsage() {
  const t = useTranslations("usage");
  return (
    <PageSkeleton
      title={t("title")}
      breadcrumb={[{ label: "Open API", href: paths.openApi }]}
      description={t("lead")}
      label={t("loading")}
    >
      <SkeletonBlocks sizes={["h-8 w-80 rounded-sm", "h-28 rounded-sm", "h-72 rounded-sm"]} />
    </PageSkeleton>
  );
}
