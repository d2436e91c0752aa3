import type { useTranslations } from "next-intl";
import type { SecondFactorProof, SignInMethod } from "@/drizzle/schema/values";

/**
 * How a session was begun: "Password", or the name of the connection; with the second factor that was proven, "Password, app".
 * @param method null for a session from before this was stored
 */
export function methodWords(
  t: ReturnType<typeof useTranslations<"settings.sessions">>,
  {
    method,
    secondFactor,
    connectionName,
  }: {
    method: SignInMethod | null;
    secondFactor: SecondFactorProof | null;
    connectionName: string | null;
  },
): string {
  const first = method === null ? t("unknownMethod") : (connectionName ?? t(`methods.${method}`));
  // A passkey alone is both steps.
  return secondFactor === null || method === "PASSKEY"
    ? first
    : t("withFactor", { method: first, factor: t(`factors.${secondFactor}`) });
}
