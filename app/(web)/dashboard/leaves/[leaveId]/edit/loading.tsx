import { useTranslations } from "next-intl";
import { FormSkeleton, PageSkeleton } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";
import { besideForm } from "@/app/(web)/dashboard/request/form-layout";

export default function LoadingEditLeave() {
  const t = useTranslations("leaves");
  return (
    <PageSkeleton
      title={t("edit.title")}
      breadcrumb={[{ label: t("title"), href: paths.leaves }]}
      label={t("loadingForm")}
    >
      <FormSkeleton sizes={["h-132"]} beside="h-28" layout={besideForm} />
    </PageSkeleton>
  );
}
