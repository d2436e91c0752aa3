import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { ClosedPanel } from "@/app/(account)/_signin/closed-panel";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { ResetForm } from "@/app/(account)/reset-password/reset-form";
import { services } from "@/server/kernel/process";
import { peekToken } from "@/server/signin/tokens";

type Props = { searchParams: Promise<{ token?: string | string[] }> };

/** Once for the title and the page. */
const personOf = cache((token: string) => peekToken(services(), token, "PASSWORD_RESET"));

const loadPerson = async ({ searchParams }: Props) => {
  const { token } = await searchParams;
  return { token, person: typeof token === "string" ? await personOf(token) : null };
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ person }, t] = await Promise.all([loadPerson(props), getTranslations("login")]);
  const workspace = person?.workspaceName ?? "";
  return { title: person?.isNew ? t("welcome.title", { workspace }) : t("reset.choose") };
}

export default async function ResetPasswordPage(props: Props) {
  const [{ token, person }, t] = await Promise.all([loadPerson(props), getTranslations("login")]);
  if (!person || typeof token !== "string")
    return (
      <Frame title={t("reset.choose")}>
        <Problem>{t("link.over")}</Problem>
        <LinkButton href="/forgot-password" variant="primary" size="lg" block>
          {t("link.again")}
        </LinkButton>
      </Frame>
    );
  const { email, workspaceName: workspace, isNew } = person;
  if (person.isClosed)
    return (
      <ClosedPanel
        title={isNew ? t("welcome.title", { workspace }) : t("reset.choose")}
        person={person}
        next={isNew ? "/dashboard?welcome=1" : "/dashboard"}
      />
    );
  return (
    <Frame
      title={isNew ? t("welcome.title", { workspace }) : t("reset.choose")}
      description={t.rich(isNew ? "welcome.for" : "reset.for", {
        email: () => <strong className="font-semibold text-fg">{email}</strong>,
        workspace,
      })}
    >
      <ResetForm
        token={token}
        email={email}
        words={{
          newPassword: t(isNew ? "welcome.password" : "reset.newPassword"),
          showPassword: t("showPassword"),
          rule: t("reset.rule"),
          submit: t(isNew ? "welcome.submit" : "reset.submit"),
        }}
      />
    </Frame>
  );
}
