import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingOauthClients() {
  const t = useTranslations("clients");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings.title"), href: paths.settings }]}
      label={t("loading")}
      rows={3}
    />
  );
}
