import { idempotencyKeys } from "@/drizzle/schema/operations";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import type { Settings } from "@/server/kernel/env";
import { decrypt, encrypt } from "@/server/kernel/secrets";

const purpose = "idempotency";

/** Bodies of stored outcomes: some contain a secret. */
export const sealedBody: SealedColumn = {
  table: idempotencyKeys,
  column: idempotencyKeys.body,
  boundTo: {},
  purposeOf: () => purpose,
};

export const sealBody = ({ encryptionKeys }: Settings, body: string): Buffer =>
  encrypt(encryptionKeys, Buffer.from(body), purpose);

/** @returns null when it was sealed with another key */
export const openBody = ({ encryptionKeys }: Settings, body: Buffer): string | null =>
  decrypt(encryptionKeys, body, purpose)?.toString() ?? null;
