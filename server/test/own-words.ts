import type { FieldError } from "@/server/kernel/errors";

const validatorsWords =
  /invalid (?:input|option|string|number|key|value|discriminator|email|url|iso)|expected|too (?:small|big)|unrecogni[sz]ed|received|undefined|NaN/i;

/** What is wrong with the way in which faults are told: each is a sentence of ours, told once. */
export function lapsesOf(faults: readonly FieldError[]): string[] {
  const told = faults.map(({ path, message }) => `${path}: ${message}`);
  const repeated = told.filter((one, i) => told.indexOf(one) < i).map((one) => `told twice: ${one}`);
  const foreign = faults
    .filter(({ message }) => !/^\p{Lu}.*\.$/u.test(message) || validatorsWords.test(message))
    .map(({ path, message }) => `no sentence of ours: ${path}: ${message}`);
  return [...new Set([...repeated, ...foreign])];
}
