import { useTranslations } from "next-intl";
import type { Messages } from "@/app/_i18n/message-types";
import { RelativeTime } from "@/app/_ui/relative-time";
import type { AppActivity } from "@/server/oauth/grants/load-activity";

type Words = ReturnType<typeof useTranslations<"apps">>;
type Deed = keyof Messages["apps"]["did"];

/** What is no tool has no name that a key of messages could be. */
const named: Record<string, Deed> = {
  "resources/read": "read_resource",
  "prompts/get": "get_prompt",
  "POST /hooks": "add_webhook",
  "DELETE /hooks/{id}": "delete_webhook",
  "GET /hooks/me": "get_account",
};

const isDeed = (t: Words, name: string): name is Deed => t.has(`did.${name as Deed}`);

/** "Looked up leave" of `get_leaves`; of what nobody has put into words, its name. */
function deedWords(t: Words, what: string): string {
  const name = what.startsWith("GET /hooks/samples/") ? "get_samples" : (named[what] ?? what);
  return isDeed(t, name) ? t(`did.${name}`) : what;
}

/** What an app did last, and when. */
export function LastAction({ lastCall }: Pick<AppActivity, "lastCall">) {
  const t = useTranslations("apps");
  if (!lastCall) return t("nothingYet");
  const words = deedWords(t, lastCall.what);
  return (
    <>
      {lastCall.isRefused ? t("refused", { what: words }) : words}
      <span className="text-muted">
        {" · "}
        <RelativeTime at={lastCall.at} />
      </span>
    </>
  );
}
