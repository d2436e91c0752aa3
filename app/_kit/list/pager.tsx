import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_kit/ui/link-button";

export type PagerProps = {
  /** The start of the list, unless it is shown already. */
  newest: string | null;
  /** The next page, if any. */
  older: string | null;
};

/** Below a list with server-side pages: the position is in the address. */
export function Pager({ newest, older }: PagerProps) {
  const t = useTranslations("common.pager");
  if (newest === null && older === null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {newest === null ? null : <LinkButton href={newest}>{t("newest")}</LinkButton>}
      {older === null ? null : <LinkButton href={older}>{t("older")}</LinkButton>}
    </div>
  );
}
