import { useMessages, useTranslations } from "next-intl";
import {
  type Fault,
  useEnglishSentence,
  useFaultWords,
  useReasonSentence,
} from "@/app/_kit/form/use-fault-words";
import type { Reason, ReasonKey } from "@/server/kernel/reasons";

/** A failure without an envelope: no answer came, or the page itself broke. */
export type Cause = "unreachable" | "crash";

type Envelope = {
  code?: string | null;
  name?: string;
  description?: string;
  resolution?: string;
};
type ErrorWords = {
  name?: string;
  description?: string;
  resolution?: string | undefined;
  ownWords?: string;
};

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
type PageError = Envelope & {
  cause?: Cause;
  isExact?: boolean;
  isAdvised?: boolean;
  reason?: Reason;
  details?: object | undefined;
};

/**
 * The words for an error on a page. The catalogue addresses client developers; where that matters, a page has its own words. A description
 * specific to the case stays, in the page's language where it has a reason.
 */
export function usePageErrorWords(): (error: PageError) => ErrorWords {
  const t = useTranslations("common");
  const wordsOf = useErrorWords();
  const inEnglish = useEnglishSentence();
  const reasonSentence = useReasonSentence();
  const faultOf = useUnshownFault();
  return (error) => {
    const { cause, isExact = false, code, description, details, reason } = error;
    // The rate limit of the pages themselves says how long to wait.
    if (code === "RATE_LIMITED" && details && "retryAfterSeconds" in details)
      return {
        name: t("refused.RATE_LIMITED.name"),
        description: t("refused.RATE_LIMITED.description"),
        resolution: t("tryAgainIn", { seconds: Number(details.retryAfterSeconds) }),
      };
    const faultText = faultOf(error);
    if (faultText !== null)
      return { name: t("refused.VALIDATION_ERROR.name"), description: faultText, resolution: undefined };
    const key = (part: "name" | "description" | "resolution") =>
      cause ? (`${cause}.${part}` as const) : (`refused.${code as "CONFLICT"}.${part}` as const);
    const said = reason ? reasonSentence(reason) : null;
    const ours = said ?? (isExact && description ? inEnglish(description) : null);
    const own = ours ?? (isExact ? description : undefined);
    const exact =
      ours !== null ? { description: ours, ...(reason && adviceOf({ ...error, reason }, said)) } : {};
    if (!cause && !(code && t.has(`refused.${code as "CONFLICT"}.name`))) {
      const { ownWords, ...words } = wordsOf(error, isExact);
      return ours !== null ? { ...words, ...exact } : { ...words, ...(ownWords && { ownWords }) };
    }
    const words = { name: t(key("name")), resolution: t(key("resolution")) };
    if (ours !== null) return { ...words, ...(isNow(error) && { name: t("refusedNow") }), ...exact };
    return { ...words, description: t(key("description")), ...(own && { ownWords: own }) };
  };
}

/** The words of a field's fault that no field of the page has shown: a dialog's, or of what the page adds by itself. */
function useUnshownFault(): (error: PageError) => string | null {
  const wordsOf = useFaultWords();
  const hasWords = "fields" in useMessages();
  return ({ code, details }) => {
    const [fault] = hasWords && code === "VALIDATION_ERROR" ? fieldsOf(details) : [];
    return fault?.reason ? wordsOf(fault) : null;
  };
}

const fieldsOf = (details: object | undefined): readonly Fault[] =>
  details && "fields" in details && Array.isArray(details.fields) ? (details.fields as Fault[]) : [];

/** Reasons that a look at the current state resolves, as the words of a conflict say. */
const stale: ReadonlySet<ReasonKey> = new Set(["leaveChanged", "leaveRaced", "creditChanged"]);
/** Whether a conflict is one of what is wanted with what is there, and no change in between. */
const isNow = ({ code, reason }: PageError): boolean =>
  code === "CONFLICT" && reason !== undefined && !stale.has(reason.key);

/** What to do about an exact reason: its words say it, or the server does in English; the code's advice would mislead. */
function adviceOf(
  { code, reason, resolution, isAdvised }: PageError & { reason: Reason },
  said: string | null,
): { resolution?: string | undefined } {
  if (code === "FORBIDDEN" || stale.has(reason.key)) return {};
  return { resolution: said === null && isAdvised ? resolution : undefined };
}
