import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingKeys() {
  const t = useTranslations("keys");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: "Open API", href: paths.openApi }]}
      description={t("lead")}
      label={t("loading")}
    />
  );
}
