import { hash, verify } from "@node-rs/argon2";
import { maximumPasswordLength, minimumPasswordLength } from "./schema";

export { maximumPasswordLength, minimumPasswordLength };

/** The same password typed on two keyboards may differ in its code points (NIST SP 800-63B, 3.1.1.2). */
const normalized = (password: string) => password.normalize("NFKC");

/** argon2id with 19 MiB and two passes. @returns a PHC string */
export const hashPassword = (password: string): Promise<string> => hash(normalized(password));

/** A hash that no password matches: it costs the same work for an account without a password. */
const noPasswordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$r2aXF/QwEdIPNxq6qaPA1Q$lKBWF7ISKJR6TMj4lBYkpjDzUPyPuWPQbjJcdxe19Vc";

/** Whether the password matches the hash. Without a hash the answer is no, after the same work. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  // The length is checked here too: a megabyte of input must not cost seconds of work.
  const tried = password.length > 2 * maximumPasswordLength ? "" : password;
  const matches = await verify(passwordHash ?? noPasswordHash, normalized(tried));
  return matches && passwordHash !== null && tried !== "";
}
