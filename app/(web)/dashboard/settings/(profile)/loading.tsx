import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";

export default function LoadingSettings() {
  const t = useTranslations("settings");
  return (
    <PageSkeleton title={t("title")} label={t("loading")}>
      <SkeletonBlocks sizes={["h-44", "h-36", "h-60", "h-36", "h-72", "h-48"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
