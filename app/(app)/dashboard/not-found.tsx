import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/_kit/page/missing-page";
import { PageHeader } from "@/app/_kit/ui/page-header";
import { paths } from "@/app/paths";

export default function DashboardNotFound() {
  const t = useTranslations("common.missing");
  return (
    <MissingPage
      title={t("title")}
      header={<PageHeader title={t("title")} description={t("text")} />}
      back={{ label: t("home"), href: paths.home }}
    />
  );
}
