import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingCalendarFeeds() {
  const t = useTranslations("feeds");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      label={t("loading")}
      rows={3}
    />
  );
}
