import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";

export default function LoadingLeaves() {
  const t = useTranslations("leaves");
  return <ListSkeleton title={t("title")} label={t("loading")} />;
}
