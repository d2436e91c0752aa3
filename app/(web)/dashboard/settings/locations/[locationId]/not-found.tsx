import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LocationNotFound() {
  const t = useTranslations("places");
  return (
    <MissingPage
      title={t("locations.missing.title")}
      breadcrumb={[
        { label: t("settings"), href: paths.settings },
        { label: t("locations.title"), href: paths.locations },
      ]}
      back={{ label: t("locations.missing.back"), href: paths.locations }}
    >
      {t("locations.missing.text")}
    </MissingPage>
  );
}
