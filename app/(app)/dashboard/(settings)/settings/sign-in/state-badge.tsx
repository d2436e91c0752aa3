import { useFormatter, useTranslations } from "next-intl";
import { Badge, type Tone } from "@/app/_kit/ui/badge";
import type { ConnectionState } from "@/drizzle/schema/values";
import type { ConnectionView } from "@/server/modules/workspace/connections/present";

const tones: Record<ConnectionState, Tone> = { DRAFT: "neutral", TESTED: "accent", ACTIVE: "success" };

export function StateBadge({ state }: { state: ConnectionState }) {
  const t = useTranslations("connections");
  return <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>;
}

/** A client secret, or the last certificate of a SAML connection, that expires within 30 days, or has expired. */
export function Expiry({
  connection: { protocol, expiry, secretExpiresOn },
}: {
  connection: Pick<ConnectionView, "protocol" | "expiry" | "secretExpiresOn">;
}) {
  const t = useTranslations("connections.expiry");
  const format = useFormatter();
  if (secretExpiresOn === null || (expiry !== "soon" && expiry !== "expired")) return null;
  const on = format.dateTime(new Date(`${secretExpiresOn}T00:00:00Z`), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const what = protocol === "SAML" ? "certificate" : "secret";
  return (
    <div className="text-warning-text">
      {expiry === "expired" ? t(`expired.${what}`) : t(`soon.${what}`, { on })}
    </div>
  );
}
