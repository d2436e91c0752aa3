import { useTranslations } from "next-intl";
import { FormSkeleton, PageSkeleton } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingNewReport() {
  const t = useTranslations("reports");
  return (
    <PageSkeleton
      title={t("new.title")}
      breadcrumb={[
        { label: t("openApi"), href: paths.openApi },
        { label: t("title"), href: paths.reports },
      ]}
      description={t("new.description")}
      label={t("list.loading")}
    >
      <FormSkeleton
        sizes={["h-80", "h-64"]}
        beside="h-64"
        layout="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]"
      />
    </PageSkeleton>
  );
}
