import { generateRegistrationOptions } from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { requireRecentProof } from "../factors/own-session";
import { requireRoomForFactor } from "../factors/store";
import { personOf } from "../person-of";
import { boundTo, challengeLifeMs, createChallenge } from "./challenge";
import { relyingPartyOf } from "./relying-party";
import { findPasskeysOf } from "./store";
import { newUserHandle } from "./user-handle";

/** EdDSA, ES256, RS256 (COSE): what authenticators have, and this server verifies on every platform. */
export const algorithms = [-8, -7, -257];

/** A passkey that is being added: what the browser makes it with, and the sealed challenge. */
export interface StartedPasskey {
  options: Awaited<ReturnType<typeof generateRegistrationOptions>>;
  token: string;
}

/**
 * Begins to add a passkey for the acting person, discoverable and with user verification.
 * @throws ApiError FORBIDDEN without a recent proof, and for a key; CONFLICT when there are too many factors
 */
export async function startPasskey(ctx: Ctx): Promise<StartedPasskey> {
  const person = personOf(ctx);
  await requireRecentProof(ctx);
  await requireRoomForFactor(ctx.db, person);
  const existing = await findPasskeysOf(ctx.db, person);
  const handle = existing[0]?.userHandle ?? newUserHandle(person.workspaceId);
  const { challenge, token } = await createChallenge(ctx.services, {
    boundTo: boundTo.adding(person),
    userHandle: handle.toString("base64url"),
  });
  const [own] = await scoped(workspaceOf(person), users)
    .select(ctx.db, { name: users.name, email: users.email, workspace: workspaces.name })
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(eq(users.id, person.userId));
  const { id: rpID, name: rpName } = relyingPartyOf(ctx.services.settings);
  const options = await generateRegistrationOptions({
    rpName,
    rpID,
    userName: own ? `${own.workspace} (${own.email})` : "",
    userDisplayName: own?.name ?? "",
    userID: new Uint8Array(handle),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: challengeLifeMs,
    attestationType: "none",
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId.toString("base64url"),
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
  return { options, token };
}
