const units = [
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** "30 seconds", "2 minutes": rounded up, so that waiting that long is enough. */
export function waitWords(seconds: number): string {
  const unit = units.find((candidate) => seconds >= candidate.seconds) ?? units[2];
  const count = Math.ceil(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

/** What a refused try is told. */
export const tooManyTries = (retryAfterSeconds: number): string =>
  `Too many tries. Try again in ${waitWords(retryAfterSeconds)}.`;
