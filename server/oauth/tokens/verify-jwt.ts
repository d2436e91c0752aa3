import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from "jose";

export interface VerifiedJwt {
  claims: JWTPayload;
  isExpired: boolean;
}

/** The required properties of a token: nothing relies on the token's own word. */
export type Expected = Required<
  Pick<JWTVerifyOptions, "issuer" | "audience" | "typ" | "algorithms" | "requiredClaims" | "currentDate">
>;

/** Verifies a token. @returns null when anything but its time is invalid */
export async function verifyJwt(
  token: string,
  findKey: JWTVerifyGetKey,
  expected: Expected,
): Promise<VerifiedJwt | null> {
  try {
    const { payload } = await jwtVerify(token, findKey, expected);
    return { claims: payload, isExpired: false };
  } catch (error) {
    // jose checks the time last.
    if (error instanceof errors.JWTExpired) return { claims: error.payload, isExpired: true };
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
