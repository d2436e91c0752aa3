import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/link-button";

export type PagerProps = {
  /** Where the list begins, unless it is shown already. */
  newest: string | null;
  /** The page after this one, if there is one. */
  older: string | null;
};

/** Below a list of which the server shows a page at a time: the place is in the address. */
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
