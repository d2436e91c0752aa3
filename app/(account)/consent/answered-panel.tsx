import { getTranslations } from "next-intl/server";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { appName } from "@/app/(account)/_oauth/app-name";
import { Frame } from "@/app/(account)/_signin/frame";
import { keptAnswer } from "@/app/(account)/consent/kept-answer";
import { openPath } from "@/app/(account)/consent/paths";
import { services } from "@/server/kernel/process";
import { isCodeUsable } from "@/server/oauth/consent/is-code-usable";

/** The end of the flow, for users who return to it: the app may be waiting behind another window. */
export async function AnsweredPanel({ session }: { session: string }) {
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
