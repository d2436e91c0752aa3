import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingDepartments() {
  const t = useTranslations("places");
  return (
    <ListSkeleton
      title={t("departments.title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("departments.lead")}
      label={t("departments.loading")}
      rows={3}
    />
  );
}
