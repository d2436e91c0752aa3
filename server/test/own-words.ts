import type { FieldError } from "@/server/kernel/errors";

const validatorsWords =
  /invalid (?:input|option|string|number|key|value|discriminator|email|url|iso)|expected|too (?:small|big)|unrecogni[sz]ed|received|undefined|NaN/i;

/** Faults in the form of error messages: each must be a sentence of ours, reported once. */
export function lapsesOf(faults: readonly FieldError[]): string[] {
  const reported = faults.map(({ path, message }) => `${path}: ${message}`);
  const repeated = reported.filter((one, i) => reported.indexOf(one) < i).map((one) => `told twice: ${one}`);
  const foreign = faults
    .filter(({ message }) => !/^\p{Lu}.*\.$/u.test(message) || validatorsWords.test(message))
    .map(({ path, message }) => `no sentence of ours: ${path}: ${message}`);
  return [...new Set([...repeated, ...foreign])];
}
