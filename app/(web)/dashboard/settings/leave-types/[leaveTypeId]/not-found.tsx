import { useTranslations } from "next-intl";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LeaveTypeNotFound() {
  const t = useTranslations("policies");
  return (
    <MissingPage
      title={t("missing.title")}
      breadcrumb={[
        { label: t("settings"), href: paths.settings },
        { label: t("title"), href: paths.leaveTypes },
      ]}
      back={{ label: t("missing.back"), href: paths.leaveTypes }}
    >
      {t("missing.text")}
    </MissingPage>
  );
}
