import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLocations() {
  const t = useTranslations("places");
  return (
    <ListSkeleton
      title={t("locations.title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("locations.lead")}
      label={t("locations.loading")}
      rows={3}
    />
  );
}
