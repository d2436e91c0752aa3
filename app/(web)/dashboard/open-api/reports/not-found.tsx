import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function ReportNotFound() {
  const t = useTranslations("reports");
  return (
    <MissingPage
      title={t("missing.title")}
      breadcrumb={[
        { label: t("openApi"), href: paths.openApi },
        { label: t("title"), href: paths.reports },
      ]}
      back={{ label: t("missing.back"), href: paths.reports }}
    >
      {t("missing.text")}
    </MissingPage>
  );
}
