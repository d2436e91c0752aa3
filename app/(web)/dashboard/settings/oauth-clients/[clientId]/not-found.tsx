import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function ClientNotFound() {
  const t = useTranslations("clients");
  return (
    <MissingPage
      title={t("missing.title")}
      breadcrumb={[
        { label: t("settings.title"), href: paths.settings },
        { label: t("title"), href: paths.oauthClients },
      ]}
      back={{ label: t("missing.back"), href: paths.oauthClients }}
    >
      {t("missing.text")}
    </MissingPage>
  );
}
