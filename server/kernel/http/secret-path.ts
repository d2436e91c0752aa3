/** Whether the URL of a page is a secret, which no other page may learn. */
export const isSecretPath = (path: string): boolean => /^\/(decide|ical)\//.test(path);

/** A path as it may be logged: without the secret of a secret URL or of the one-time set-up link. */
export const pathForLog = (path: string): string =>
  path.replace(/^(\/(?:decide|ical|set-up)\/)[^/?#]+/, "$1…");
