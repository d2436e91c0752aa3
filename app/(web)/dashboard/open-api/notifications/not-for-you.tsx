import { getFormatter, getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { load } from "@/app/(web)/dashboard/load";
import { WayBack } from "@/app/(web)/dashboard/way-back";

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
