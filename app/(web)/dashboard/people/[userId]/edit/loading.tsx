import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingEditPerson() {
  const t = useTranslations("people");
  return (
    <PageSkeleton
      title={t("edit.title")}
      breadcrumb={[{ label: t("title"), href: paths.people }]}
      label={t("loadingOne")}
    >
      <SkeletonBlocks sizes={["h-52", "h-64"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
