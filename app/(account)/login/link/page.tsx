import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { ClosedPanel } from "@/app/(account)/_signin/closed-panel";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { enterWithLink } from "@/app/(account)/login/link/actions";
import { services } from "@/server/kernel/process";
import { returnPath } from "@/server/signin/return-path";
import { peekReturnTo, peekToken } from "@/server/signin/tokens";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("signIn") };
}

type Query = { token?: string | string[] };

/** The target of the mailed link. Opening it changes nothing, because mail scanners open links, too; the button signs in. */
export default async function LinkPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ token }, t] = await Promise.all([searchParams, getTranslations("login")]);
  const person = typeof token === "string" ? await peekToken(services(), token, "MAGIC_LINK") : null;
  if (!person)
    return (
      <Frame title={t("signIn")}>
        <Problem>{t("link.over")}</Problem>
        <LinkButton href="/login" variant="primary" size="lg" block>
          {t("link.again")}
        </LinkButton>
      </Frame>
    );
  if (person.isClosed) {
    const next = returnPath(await peekReturnTo(services(), String(token)));
    return <ClosedPanel title={t("signIn")} person={person} next={next} />;
  }
  return (
    <Frame
      title={t("signIn")}
      description={t.rich("link.as", {
        email: () => <strong className="font-semibold text-fg">{person.email}</strong>,
        workspace: person.workspaceName,
      })}
    >
      <form action={enterWithLink}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton intent="enter" variant="primary">
          {t("signIn")}
        </SubmitButton>
      </form>
    </Frame>
  );
}
