import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { ResetForm } from "@/app/(account)/reset-password/reset-form";
import { services } from "@/server/kernel/process";
import { peekToken } from "@/server/signin/tokens";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("reset.choose") };
}

type Query = { token?: string | string[] };

export default async function ResetPasswordPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ token }, t] = await Promise.all([searchParams, getTranslations("login")]);
  const person = typeof token === "string" ? await peekToken(services(), token, "PASSWORD_RESET") : null;
  if (!person || typeof token !== "string")
    return (
      <Frame title={t("reset.choose")}>
        <Problem>{t("link.over")}</Problem>
        <LinkButton href="/forgot-password" variant="primary" size="lg" block>
          {t("link.again")}
        </LinkButton>
      </Frame>
    );
  return (
    <Frame
      title={t("reset.choose")}
      description={t.rich("reset.for", {
        email: () => <strong className="font-semibold text-fg">{person.email}</strong>,
        workspace: person.workspaceName,
      })}
    >
      <ResetForm
        token={token}
        email={person.email}
        words={{
          newPassword: t("reset.newPassword"),
          showPassword: t("showPassword"),
          rule: t("reset.rule"),
          submit: t("reset.submit"),
        }}
      />
    </Frame>
  );
}
