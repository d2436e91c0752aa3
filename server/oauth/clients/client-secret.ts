import { randomBase62, sha256 } from "@/server/kernel/secrets";

/** 43 base62 characters hold 256 bits. */
const length = 43;

/** A new secret; only its hash and last four characters are kept. */
export function newClientSecret(): { plain: string; hash: Buffer; lastFour: string } {
  const plain = randomBase62(length);
  return { plain, hash: sha256(plain), lastFour: plain.slice(-4) };
}
