import { useLocale, useTranslations } from "next-intl";

/** A failure without an envelope: no answer came, or the page itself broke. */
export type Cause = "unreachable" | "crash";

type Envelope = {
  code?: string | null;
  name?: string;
  description?: string;
  resolution?: string;
};
type ErrorWords = { name?: string; description?: string; resolution?: string; ownWords?: string };

/**
 * The words for an error's code in the reader's language. In English they are the envelope's. In another language the envelope's
 * description stands beside them as `ownWords` when it says more than the code does.
 * @param isExact whether the description is specific to this case, not the catalogue's
 */
export function useErrorWords(): (envelope: Envelope, isExact: boolean) => ErrorWords {
  const t = useTranslations();
  return ({ code, name, description, resolution }, isExact) => {
    // The code may belong to another API.
    const key = (part: "name" | "description" | "resolution") =>
      `codes.${code as "CONFLICT"}.${part}` as const;
    if (!code || !t.has(key("name")) || !/^[A-Z_]+$/.test(code)) return { name, description, resolution };
    return {
      name: t(key("name")),
      description: t(key("description")),
      resolution: t(key("resolution")),
      ...(isExact && description && { ownWords: description }),
    };
  };
}

/** An error as a page shows it: an envelope, or as much of it as there is. */
type PageError = Envelope & { cause?: Cause; isExact?: boolean; details?: object | undefined };

/**
 * The words for an error on a page. The catalogue addresses client developers; where that matters, a page has its own words. A description
 * specific to the case stays.
 */
export function usePageErrorWords(): (error: PageError) => ErrorWords {
  const t = useTranslations("common");
  const locale = useLocale();
  const wordsOf = useErrorWords();
  return (error) => {
    const { cause, isExact = false, code, description, details } = error;
    // The rate limit of the pages themselves says how long to wait.
    if (code === "RATE_LIMITED" && details && "retryAfterSeconds" in details)
      return {
        name: t("refused.RATE_LIMITED.name"),
        description: t("refused.RATE_LIMITED.description"),
        resolution: t("tryAgainIn", { seconds: Number(details.retryAfterSeconds) }),
      };
    const key = (part: "name" | "description" | "resolution") =>
      cause ? (`${cause}.${part}` as const) : (`refused.${code as "CONFLICT"}.${part}` as const);
    if (!cause && !(code && t.has(`refused.${code as "CONFLICT"}.name`))) return wordsOf(error, isExact);
    const own = isExact && description ? description : undefined;
    const words = { name: t(key("name")), resolution: t(key("resolution")) };
    if (own && locale.startsWith("en")) return { ...words, description: own };
    return { ...words, description: t(key("description")), ...(own && { ownWords: own }) };
  };
}
