import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingReports() {
  const t = useTranslations("reports");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("openApi"), href: paths.openApi }]}
      label={t("list.loading")}
    />
  );
}
