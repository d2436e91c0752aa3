import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingPerson() {
  const t = useTranslations("people");
  return (
    <PageSkeleton
      title={t("one")}
      breadcrumb={[{ label: t("title"), href: paths.people }]}
      label={t("loadingOne")}
    >
      <SkeletonBlocks sizes={["h-72", "h-48"]} className="max-w-4xl" />
    </PageSkeleton>
  );
}
