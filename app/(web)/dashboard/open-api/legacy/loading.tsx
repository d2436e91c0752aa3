import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLegacyKeys() {
  const t = useTranslations("legacy");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: "Open API", href: paths.openApi }]}
      label={t("loading")}
      rows={3}
      columns={5}
    />
  );
}
