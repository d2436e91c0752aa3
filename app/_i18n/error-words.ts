import { useTranslations } from "next-intl";

type Envelope = {
  code?: string | null;
  name?: string;
  description?: string;
  resolution?: string;
  details?: object;
};
type ErrorWords = { name?: string; description?: string; resolution?: string; ownWords?: string };

/**
 * The words for an error's code in the reader's language. In English they are the envelope's; in another language the envelope's
 * description stands beside them as `ownWords` when it says more than the code does.
 * @param isExact whether the description is of this case, not the catalogue's
 */
export function useErrorWords(): (envelope: Envelope, isExact: boolean) => ErrorWords {
  const t = useTranslations();
  return ({ code, name, description, resolution, details }, isExact) => {
    // Of the pages themselves, no key: who asks is a person.
    if (code === "RATE_LIMITED" && details && "retryAfterSeconds" in details)
      return {
        name: t("common.tooMany.name"),
        description: t("common.tooMany.description", { seconds: Number(details.retryAfterSeconds) }),
      };
    // What is asked for may be a code of another API.
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
