import { getTranslations } from "next-intl/server";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { services } from "@/server/kernel/process";
import { findActive } from "@/server/modules/workspace/connections/find-offered";
import { startPath } from "@/server/signin/connections/start-connection-sign-in";

type Props = {
  title: string;
  person: { workspaceId: string; workspaceName: string; email: string };
  next: string;
};

/** In place of a mailed link's form: the workspace is open to its connections only, and leads there. */
export async function ClosedPanel({ title, person, next }: Props) {
  const { workspaceId, workspaceName: workspace, email } = person;
  const [t, active] = await Promise.all([getTranslations("login"), findActive(services().db, workspaceId)]);
  return (
    <Frame title={title}>
      <Problem>{t("closed", { workspace })}</Problem>
      {active.map((one) => (
        // Not the router's link: it leads to another site, and must not be loaded ahead.
        <a
          key={one.id}
          href={startPath(one, { returnTo: next, email })}
          className={buttonStyles({ variant: "primary", size: "lg", block: true })}
        >
          {t("continueWith", { provider: one.name })}
        </a>
      ))}
    </Frame>
  );
}
