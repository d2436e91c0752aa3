import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";

export default function LoadingBalances() {
  const t = useTranslations("balances");
  return <ListSkeleton title={t("title")} label={t("loading")} />;
}
