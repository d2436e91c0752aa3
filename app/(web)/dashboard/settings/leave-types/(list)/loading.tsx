import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLeaveTypes() {
  const t = useTranslations("policies");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      description={t("lead")}
      label={t("loading")}
      rows={6}
      columns={4}
    />
  );
}
