import { useTranslations } from "next-intl";
import type { Messages } from "@/app/_i18n/message-types";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import type { AppActivity } from "@/server/oauth/grants/load-activity";

type Words = ReturnType<typeof useTranslations<"apps">>;
type Deed = keyof Messages["apps"]["did"];

/** Calls that are no tools: their names cannot be message keys. */
const named: Record<string, Deed> = {
  "resources/read": "read_resource",
  "prompts/get": "get_prompt",
  "POST /hooks": "add_webhook",
  "DELETE /hooks/{id}": "delete_webhook",
  "GET /hooks/me": "get_account",
};

const isDeed = (t: Words, name: string): name is Deed => t.has(`did.${name as Deed}`);

/** "Looked up leave" for `get_leaves`; the raw name if it has no translation. */
function deedWords(t: Words, what: string): string {
  const name = what.startsWith("GET /hooks/samples/") ? "get_samples" : (named[what] ?? what);
  return isDeed(t, name) ? t(`did.${name}`) : what;
}

/** An app's last action, and its time. */
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
