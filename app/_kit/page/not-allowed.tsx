import { useFormatter, useTranslations } from "next-intl";
import { WayBack } from "@/app/_kit/page/way-back";
import { EmptyState } from "@/app/_kit/ui/empty-state";

const namesShown = 3;

type Props = {
  /** Continues "Only administrators can". */
  what: string;
  administrators: readonly string[];
};

/** The page exists, but not for this role. Names the administrators. */
export function NotAllowed({ what, administrators }: Props) {
  const t = useTranslations("common.notAllowed");
  const names = useFormatter().list(administrators.slice(0, namesShown), "either");
  return (
    <EmptyState title={t("title")} actions={<WayBack />}>
      {t("text", { what })}
      {administrators.length > 0 ? ` ${t("ask", { names })}` : null}
    </EmptyState>
  );
}
