import { useTranslations } from "next-intl";
import { FormSkeleton, PageSkeleton } from "@/app/_resource/page-skeleton";
import { besidePreview } from "@/app/(web)/dashboard/open-api/notifications/form-layout";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingNewNotification() {
  const t = useTranslations("notifications");
  return (
    <PageSkeleton
      title={t("new.title")}
      breadcrumb={[
        { label: t("openApi"), href: paths.openApi },
        { label: t("title"), href: paths.notifications },
      ]}
      description={t("new.description")}
      label={t("new.loading")}
    >
      <FormSkeleton sizes={["h-48", "h-56", "h-44"]} beside="h-96" layout={besidePreview} />
    </PageSkeleton>
  );
}
