import { decode, encode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import type { Settings } from "@/server/kernel/env";

type Secrets = Pick<Settings, "sessionSecrets">;

/** An encrypted JWT in the form of next-auth, made with the newest secret. @param maxAge seconds */
export const sealToken = (
  { sessionSecrets: [secret] }: Secrets,
  token: JWT,
  { salt, maxAge }: { salt?: string; maxAge: number },
): Promise<string> => encode({ token, secret, maxAge, ...(salt ? { salt } : {}) });

/** What it says, whichever of the secrets made it. @returns null when it is forged, stale, or was sealed with another secret */
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
