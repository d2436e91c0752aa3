import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function DepartmentNotFound() {
  const t = useTranslations("places");
  return (
    <MissingPage
      title={t("departments.missing.title")}
      breadcrumb={[
        { label: t("settings"), href: paths.settings },
        { label: t("departments.title"), href: paths.departments },
      ]}
      back={{ label: t("departments.missing.back"), href: paths.departments }}
    >
      {t("departments.missing.text")}
    </MissingPage>
  );
}
