import { decode, encode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import type { Settings } from "@/server/kernel/env";

type Secrets = Pick<Settings, "sessionSecrets">;

/** An encrypted JWT in next-auth's format, sealed with the newest secret. @param maxAge seconds */
export const sealToken = (
  { sessionSecrets: [secret] }: Secrets,
  token: JWT,
  { salt, maxAge }: { salt?: string; maxAge: number },
): Promise<string> => encode({ token, secret, maxAge, ...(salt ? { salt } : {}) });

/** The claims of a token sealed with any of the secrets. @returns null when it is forged, stale, or sealed with another secret */
export async function openToken(
  { sessionSecrets }: Secrets,
  { token, salt }: Pick<JWTDecodeParams, "token" | "salt">,
): Promise<JWT | null> {
  if (!token) return null;
  for (const secret of sessionSecrets) {
    const said = await decode({ token, secret, ...(salt ? { salt } : {}) }).catch(() => null);
    if (said) return said;
  }
  return null;
}
