import { randomBytes } from "node:crypto";
import { z } from "zod";
import { usedPasskeyChallenges } from "@/drizzle/schema/second-factors";
import type { Db } from "@/server/kernel/database/db";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { minute, plus, second } from "@/server/kernel/time/clock";
import { openToken, sealToken } from "../sealed-token";

/** How long a passkey may take to answer. */
export const challengeLifeMs = 10 * minute;
const salt = "timeaway-passkey-challenge";

const SealedChallenge = z.object({
  challenge: z.string(),
  boundTo: z.string(),
  /** Milliseconds, by the clock of the services. */
  expiresAt: z.number(),
  /** Of a passkey that is being added, base64url. */
  userHandle: z.string().optional(),
});
/** What a passkey is to sign. The page carries it, sealed. */
export type SealedChallenge = z.infer<typeof SealedChallenge>;

/** For what and for whom a challenge counts: it opens nothing else, and nowhere else. */
export const boundTo = {
  /** @param browserSecret of the cookie that binds sign-ins to this browser */
  signIn: (browserSecret: string) => `sign-in ${sha256(browserSecret).toString("base64url")}`,
  /** @param stepSecret of the cookie of the second step */
  step: (stepSecret: string) => `step ${sha256(stepSecret).toString("base64url")}`,
  proof: ({ sessionId }: { sessionId: string }) => `proof ${sessionId}`,
  adding: ({ sessionId }: { sessionId: string }) => `adding ${sessionId}`,
};

/** A new challenge of 256 random bits, and its sealed form for the page. */
export async function createChallenge(
  { settings, clock }: Services,
  given: { boundTo: string; userHandle?: string },
): Promise<{ challenge: string; token: string }> {
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = plus(clock(), challengeLifeMs).getTime();
  const sealed = { ...given, challenge, expiresAt };
  const token = await sealToken(settings, { sealed }, { salt, maxAge: challengeLifeMs / second });
  return { challenge, token };
}

/** @returns null when it is forged, expired, or bound to something else */
export async function openChallenge(
  { settings, clock }: Services,
  token: string,
  bound: string,
): Promise<SealedChallenge | null> {
  const claims = await openToken(settings, { token, salt });
  const { data } = SealedChallenge.safeParse(claims?.sealed);
  return data && data.boundTo === bound && data.expiresAt > clock().getTime() ? data : null;
}

/** Uses a challenge up. The primary key decides: of any number of answers at once, one counts. */
export async function consumeChallenge(
  tx: Db,
  workspaceId: string,
  { challenge, expiresAt }: SealedChallenge,
): Promise<boolean> {
  const used = await tx
    .insert(usedPasskeyChallenges)
    .values({ workspaceId, hash: sha256(challenge), expiresAt: new Date(expiresAt) })
    .onConflictDoNothing()
    .returning({ hash: usedPasskeyChallenges.hash });
  return used.length > 0;
}
