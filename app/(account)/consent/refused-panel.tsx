import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Button } from "@/app/_kit/ui/button";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { appName } from "@/app/(account)/_oauth/app-name";
import { Frame } from "@/app/(account)/_signin/frame";
import { keptAnswer } from "@/app/(account)/consent/kept-answer";
import { answerPath, openPath } from "@/app/(account)/consent/paths";
import { services } from "@/server/kernel/process";
import { isCodeUsable } from "@/server/oauth/consent/is-code-usable";
import type { Refused } from "@/server/oauth/consent/states";

/** The end of the flow, for users who return to it: the app may be waiting behind another window. */
async function AnsweredPanel({ session }: { session: string }) {
  const [kept, t] = await Promise.all([keptAnswer(services(), session), getTranslations("consent")]);
  if (!kept)
    return (
      <Frame title={t("answered.title")}>
        <p>{t("answered.close")}</p>
      </Frame>
    );
  const { shown } = appName(kept.clientName, t("app.nameless"));
  const title = t.rich("answered.return", { app: () => <bdi>{shown}</bdi> });
  if (!(await isCodeUsable(services(), kept.location)))
    return (
      <Frame title={title}>
        <p>{t("answered.connected")}</p>
      </Frame>
    );
  return (
    <Frame title={title}>
      <p>{t("answered.allowed")}</p>
      {/* Not a Link: it leaves the application, and must not be prefetched. */}
      <a href={openPath(session)} className={buttonStyles({ size: "lg", block: true })}>
        {t("answered.open")}
      </a>
    </Frame>
  );
}

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
