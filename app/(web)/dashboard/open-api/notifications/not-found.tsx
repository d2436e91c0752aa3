import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function NotificationNotFound() {
  const t = useTranslations("notifications");
  return (
    <MissingPage
      title={t("missing.title")}
      breadcrumb={[
        { label: t("openApi"), href: paths.openApi },
        { label: t("title"), href: paths.notifications },
      ]}
      back={{ label: t("missing.back"), href: paths.notifications }}
    >
      {t("missing.text")}
    </MissingPage>
  );
}
