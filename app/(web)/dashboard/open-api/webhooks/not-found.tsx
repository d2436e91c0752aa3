import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function WebhookNotFound() {
  const t = useTranslations("webhooks");
  return (
    <MissingPage
      title={t("missing.title")}
      breadcrumb={[
        { label: "Open API", href: paths.openApi },
        { label: t("title"), href: paths.webhooks },
      ]}
      back={{ label: t("missing.back"), href: paths.webhooks }}
    >
      {t("missing.text")}
    </MissingPage>
  );
}
