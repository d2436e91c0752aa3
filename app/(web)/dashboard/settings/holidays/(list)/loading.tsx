import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingHolidays() {
  const t = useTranslations("places");
  return (
    <ListSkeleton
      title={t("holidays.title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("holidays.lead")}
      label={t("holidays.loading")}
      rows={8}
      columns={4}
    />
  );
}
