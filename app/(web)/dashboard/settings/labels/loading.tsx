import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLabels() {
  const t = useTranslations("places");
  return (
    <ListSkeleton
      title={t("labels.title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("labels.lead")}
      label={t("labels.loading")}
      rows={3}
      columns={3}
    />
  );
}
