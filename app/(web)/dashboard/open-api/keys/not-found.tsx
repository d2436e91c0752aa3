import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function KeyNotFound() {
  const t = useTranslations("keys");
  return (
    <MissingPage
      title={t("missing.title")}
      breadcrumb={[
        { label: "Open API", href: paths.openApi },
        { label: t("title"), href: paths.keys },
      ]}
      back={{ label: t("missing.back"), href: paths.keys }}
    >
      {t("missing.text")}
    </MissingPage>
  );
}
