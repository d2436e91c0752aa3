import { useTranslations } from "next-intl";
import { FormSkeleton, PageSkeleton } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";
import { policyLayout } from "@/app/(web)/dashboard/settings/leave-types/[leaveTypeId]/[locationId]/layout-classes";

export default function LoadingPolicy() {
  const t = useTranslations("policies");
  return (
    <PageSkeleton
      title={t("title")}
      breadcrumb={[
        { label: t("settings"), href: paths.settings },
        { label: t("title"), href: paths.leaveTypes },
      ]}
      label={t("loadingForm")}
    >
      <FormSkeleton sizes={["h-160"]} beside="h-40" layout={policyLayout} />
    </PageSkeleton>
  );
}
