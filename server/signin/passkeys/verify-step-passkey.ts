import type { Services } from "@/server/kernel/services";
import type { Person } from "../factors/store";
import { boundTo, openChallenge } from "./challenge";
import { type PasskeyRequest, requestPasskey } from "./request-passkey";
import type { PasskeyAnswer } from "./schema";
import { findAnswering, findPasskeysOf } from "./store";
import { type VerifiedPasskey, verifyPasskey } from "./verify-passkey";

/** Asks for a passkey of someone at the second step. @param stepSecret of the browser's cookie */
export const requestStepPasskey = async (
  services: Services,
  person: Person,
  stepSecret: string,
): Promise<PasskeyRequest> =>
  requestPasskey(services, boundTo.step(stepSecret), await findPasskeysOf(services.db, person));

/** @returns null when the answer is wrong, late, or not of the person's passkey */
export async function verifyStepPasskey(
  services: Services,
  person: Person,
  stepSecret: string,
  { token, response }: PasskeyAnswer,
): Promise<VerifiedPasskey | null> {
  const challenge = await openChallenge(services, token, boundTo.step(stepSecret));
  const row = challenge && (await findAnswering(services.db, response, person));
  return row && verifyPasskey(services, row, { challenge, response });
}
