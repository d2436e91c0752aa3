import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function DashboardNotFound() {
  const t = useTranslations("common.missing");
  return (
    <MissingPage title={t("title")} back={{ label: t("home"), href: paths.home }}>
      {t("text")}
    </MissingPage>
  );
}
