import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { ConfirmForm } from "@/app/(account)/login/confirm/confirm-form";
import { services } from "@/server/kernel/process";
import { findPersonOfLink } from "@/server/signin/connections/confirm-link";
import { keptLink } from "@/server/signin/connections/kept-link";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.confirm");
  return { title: t("title") };
}

/** For someone who came back from their company's sign-in, and has a password here: they type it once. */
export default async function ConfirmPage() {
  const [link, t] = await Promise.all([keptLink(), getTranslations("login")]);
  const person = link ? await findPersonOfLink(services(), link) : null;
  if (!link || !person)
    return (
      <Frame title={t("confirm.title")}>
        <Problem>{t("confirm.over")}</Problem>
        <LinkButton href="/login" variant="primary" size="lg" block>
          {t("confirm.again")}
        </LinkButton>
      </Frame>
    );
  return (
    <Frame
      title={t("confirm.title")}
      description={t.rich("confirm.lead", {
        connection: link.connectionName,
        email: () => <strong className="font-semibold text-fg">{person.email}</strong>,
        workspace: person.workspaceName,
      })}
    >
      <ConfirmForm
        email={person.email}
        words={{
          password: t("password"),
          showPassword: t("showPassword"),
          submit: t("confirm.submit"),
          forgot: t("forgot"),
        }}
      />
    </Frame>
  );
}
