import { useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

/** Who revoked a key and when, or when it expired. */
export function RevokedNote({ view }: { view: ApiKeyView }) {
  const t = useTranslations("keys");
  if (view.state === "active") return null;
  const { revokedAt, expiresAt } = view;
  return (
    <Note tone={view.state === "revoked" ? "danger" : "warning"} label={t("detail.whyNot")} className="mb-5">
      {revokedAt
        ? t.rich("detail.revokedBy", {
            name: view.revokedByName ?? t("detail.operator"),
            at: () => <RelativeTime at={revokedAt} show="local" />,
          })
        : expiresAt
          ? t.rich("detail.expiredOn", { at: () => <RelativeTime at={expiresAt} show="local" /> })
          : null}
    </Note>
  );
}
