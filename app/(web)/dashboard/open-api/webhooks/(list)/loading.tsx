import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingWebhooks() {
  const t = useTranslations("webhooks");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: "Open API", href: paths.openApi }]}
      label={t("loading")}
    />
  );
}
