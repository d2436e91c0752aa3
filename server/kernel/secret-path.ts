/** Whether the address of a page is a secret, which no other page may learn. */
export const isSecretPath = (path: string): boolean => /^\/(decide|ical)\//.test(path);

/** A path as logs may hold it: without the secret of one that is, nor of one that lets somebody in once. */
export const pathForLog = (path: string): string =>
  path.replace(/^(\/(?:decide|ical|set-up)\/)[^/?#]+/, "$1…");
