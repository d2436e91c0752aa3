import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { FormSkeleton } from "@/app/(web)/dashboard/open-api/reports/form-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingNewReport() {
  const t = useTranslations("reports");
  return (
    <>
      <PageHeader
        title={t("new.title")}
        breadcrumb={[
          { label: t("openApi"), href: paths.openApi },
          { label: t("title"), href: paths.reports },
        ]}
        description={t("new.description")}
      />
      <FormSkeleton />
    </>
  );
}
