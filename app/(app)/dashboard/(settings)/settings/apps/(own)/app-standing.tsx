import { useTranslations } from "next-intl";
import { Badge } from "@/app/_kit/ui/badge";
import type { AppView } from "@/server/oauth/grants/list-apps";

/** Who vouches for an app. */
export function AppStanding({ app }: { app: Pick<AppView, "isConfidential" | "isOfWorkspace"> }) {
  const t = useTranslations("apps");
  if (!app.isConfidential) return <Badge tone="warning">{t("unverified")}</Badge>;
  return <Badge tone="success">{app.isOfWorkspace ? t("verified") : t("verifiedByOperator")}</Badge>;
}
