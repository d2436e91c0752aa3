import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Frame } from "@/app/(account)/_signin/frame";
import { AnsweredPanel } from "@/app/(account)/consent/answered-panel";
import { answerPath } from "@/app/(account)/consent/paths";
import type { Refused } from "@/server/oauth/consent/states";

/** Why this request cannot be answered here and now, and what to do instead. */
export function RefusedPanel({ session, state }: { session: string; state: Refused }) {
  const t = useTranslations("consent");
  switch (state) {
    case "answered":
      return <AnsweredPanel session={session} />;
    case "other-browser":
      return (
        <Frame title={t("refused.otherBrowser")}>
          <p>{t("refused.otherBrowserText")}</p>
        </Frame>
      );
    case "other-user":
      return (
        <Frame title={t("refused.otherUser")}>
          <p>{t("refused.otherUserText")}</p>
          <SwitchAccount session={session} />
        </Frame>
      );
    case "other-workspace":
      return (
        <Frame title={t("refused.otherWorkspace")}>
          <p>{t("refused.otherWorkspaceText")}</p>
          <SwitchAccount session={session} />
        </Frame>
      );
    case "app-not-allowed":
      return (
        <Frame title={t("refused.appNotAllowed")}>
          <p>{t("refused.appNotAllowedText")}</p>
          <SwitchAccount session={session} />
        </Frame>
      );
    default:
      return <DeadEnd />;
  }
}

/** A request that leads nowhere. No redirect: its address can no longer be trusted. */
export function DeadEnd({ children }: { children?: ReactNode }) {
  const t = useTranslations("consent");
  return (
    <Frame title={t("expired")}>
      <p>{t("startAgain")}</p>
      {children}
    </Frame>
  );
}

function SwitchAccount({ session }: { session: string }) {
  const t = useTranslations("consent");
  return (
    <form method="post" action={answerPath}>
      <input type="hidden" name="session" value={session} />
      <Button type="submit" name="intent" value="switch" size="lg" block>
        {t("switch")}
      </Button>
    </form>
  );
}
