import { getFormatter, getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { WayBack } from "@/app/_kit/page/way-back";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";

/** The acting role is lower than approver: explains who can have notifications, and which administrators to ask. */
export async function NotForYou() {
  const [t, format, terms] = await Promise.all([
    getTranslations("notifications.refused"),
    getFormatter(),
    load(caller().apiKeys.terms()),
  ]);
  const names = (terms.data?.administrators ?? []).slice(0, 3);
  return (
    <EmptyState title={t("title")} actions={<WayBack />}>
      {t("text")} {names.length > 0 ? t("ask", { names: format.list(names, "either") }) : null}
    </EmptyState>
  );
}
