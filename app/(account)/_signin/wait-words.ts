import type { useTranslations } from "next-intl";

/** The words of the area "login". */
export type LoginWords = ReturnType<typeof useTranslations<"login">>;

const units = [
  { name: "hours", seconds: 3600 },
  { name: "minutes", seconds: 60 },
  { name: "seconds", seconds: 1 },
] as const;

/** "30 seconds", "2 minutes": rounded up, so that waiting that long is enough. */
function waitWords(t: LoginWords, seconds: number): string {
  const unit = units.find((candidate) => seconds >= candidate.seconds) ?? units[2];
  return t(unit.name, { count: Math.ceil(seconds / unit.seconds) });
}

/** The message for an attempt that the rate limit refused. */
export const tooManyTries = (t: LoginWords, retryAfterSeconds: number): string =>
  t("tooManyTries", { wait: waitWords(t, retryAfterSeconds) });
