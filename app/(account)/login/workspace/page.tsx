import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { enterWorkspace } from "@/app/(account)/login/workspace/actions";
import { services } from "@/server/kernel/process";
import { keptChoice } from "@/server/signin/browser-session";
import { peopleOfChoice } from "@/server/signin/workspace-choice";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("workspace.choose") };
}

/** For a member of several workspaces who has just proven their identity. */
export default async function WorkspacePage() {
  const [choice, t] = await Promise.all([keptChoice(), getTranslations("login")]);
  const people = choice ? await peopleOfChoice(services(), choice) : [];
  const [first] = people;
  if (!first)
    return (
      <Frame title={t("workspace.choose")}>
        <Problem>{t("workspace.over")}</Problem>
        <LinkButton href="/login" variant="primary" size="lg" block>
          {t("reset.back")}
        </LinkButton>
      </Frame>
    );
  return (
    <Frame
      title={t("workspace.choose")}
      description={t.rich("workspace.as", {
        email: () => <strong className="font-semibold text-fg wrap-anywhere">{first.email}</strong>,
      })}
    >
      <form action={enterWorkspace} className="flex flex-col gap-2">
        {people.map(({ workspaceId, workspaceName }) => (
          <SubmitButton key={workspaceId} intent={workspaceId}>
            <bdi className="min-w-0 truncate">{workspaceName}</bdi>
          </SubmitButton>
        ))}
      </form>
    </Frame>
  );
}
