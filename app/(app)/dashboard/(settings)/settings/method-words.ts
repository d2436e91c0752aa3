import type { useTranslations } from "next-intl";
import type { SignInMethod } from "@/drizzle/schema/values";

/**
 * How a session was begun: "Password", or the name of the connection.
 * @param method null for a session from before this was stored
 */
export function methodWords(
  t: ReturnType<typeof useTranslations<"settings.sessions">>,
  method: SignInMethod | null,
  connectionName: string | null,
): string {
  if (method === null) return t("unknownMethod");
  return connectionName ?? t(`methods.${method}`);
}
