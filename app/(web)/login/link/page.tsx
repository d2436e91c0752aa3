import type { Metadata } from "next";
import { LinkButton } from "@/app/_ui/link-button";
import { Frame } from "@/app/(web)/_signin/frame";
import { Problem } from "@/app/(web)/_signin/message";
import { SubmitButton } from "@/app/(web)/_signin/submit-button";
import { enterWithLink } from "@/app/(web)/login/link/actions";
import { services } from "@/server/kernel/process";
import { peekToken } from "@/server/signin/tokens";

export const metadata: Metadata = { title: "Sign in" };

type Query = { token?: string | string[] };

/** Where the mailed link leads. Opening it changes nothing, because scanners of mail open links too; the button signs in. */
export default async function LinkPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { token } = await searchParams;
  const { db, clock } = services();
  const person = typeof token === "string" ? await peekToken(db, token, "MAGIC_LINK", clock()) : null;
  if (!person)
    return (
      <Frame title="Sign in">
        <Problem>This link has expired, or was used already.</Problem>
        <LinkButton href="/login" variant="primary" size="lg" block>
          Get a new link
        </LinkButton>
      </Frame>
    );
  return (
    <Frame
      title="Sign in"
      description={
        <>
          as <strong className="font-semibold text-fg">{person.email}</strong>, workspace{" "}
          {person.workspaceName}
        </>
      }
    >
      <form action={enterWithLink}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton intent="enter" variant="primary">
          Sign in
        </SubmitButton>
      </form>
    </Frame>
  );
}
