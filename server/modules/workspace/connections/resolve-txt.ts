import { Resolver } from "node:dns/promises";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";

/** The TXT records of a name, each joined. @throws an error with the `code` of node:dns */
export type ResolveTxt = (host: string) => Promise<string[]>;

function createResolveTxt(): ResolveTxt {
  const resolver = new Resolver({ timeout: 2 * second, tries: 2 });
  return async (host) => (await resolver.resolveTxt(host)).map((parts) => parts.join(""));
}

const resolvers = new WeakMap<Services, ResolveTxt>();

/** The resolver of TXT records. @param given of the first call: a test answers itself */
export function resolveTxtOf(services: Services, given?: ResolveTxt): ResolveTxt {
  const known = resolvers.get(services) ?? given ?? createResolveTxt();
  resolvers.set(services, known);
  return known;
}

/** Codes that say that there is no such record; others say that we cannot know. */
const absent = new Set(["ENODATA", "ENOTFOUND"]);

/**
 * Whether a name has a TXT record with this text.
 * @returns null when the name server gives no answer
 */
export async function resolveRecord(services: Services, host: string, text: string): Promise<boolean | null> {
  try {
    return (await resolveTxtOf(services)(host)).includes(text);
  } catch (error) {
    return absent.has(String((error as { code?: unknown }).code)) ? false : null;
  }
}
