import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingInvite() {
  const t = useTranslations("people");
  return (
    <PageSkeleton
      title={t("invite.title")}
      breadcrumb={[{ label: t("title"), href: paths.people }]}
      description={t("invite.lead")}
      label={t("invite.loading")}
    >
      <SkeletonBlocks sizes={["h-52", "h-64"]} className="max-w-3xl" />
    </PageSkeleton>
  );
}
