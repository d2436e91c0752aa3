import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

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
