import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { requireActor } from "@/server/signin/session";

/** The content for administrators and location admins; everyone else reads whom it is for. */
export async function ForLeads({ children }: { children: () => Promise<ReactNode> }) {
  const [{ actor }, t] = await Promise.all([requireActor(), getTranslations("payroll")]);
  if (actor.role !== "ADMIN" && actor.role !== "LOCATION_ADMIN") return <EmptyState title={t("notForYou")} />;
  return children();
}
