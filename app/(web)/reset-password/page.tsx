import type { Metadata } from "next";
import { LinkButton } from "@/app/_ui/link-button";
import { Frame } from "@/app/(web)/_signin/frame";
import { Problem } from "@/app/(web)/_signin/message";
import { ResetForm } from "@/app/(web)/reset-password/reset-form";
import { services } from "@/server/kernel/process";
import { peekToken } from "@/server/signin/tokens";

export const metadata: Metadata = { title: "Choose a new password" };

type Query = { token?: string | string[] };

export default async function ResetPasswordPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { token } = await searchParams;
  const { db, clock } = services();
  const person = typeof token === "string" ? await peekToken(db, token, "PASSWORD_RESET", clock()) : null;
  if (!person || typeof token !== "string")
    return (
      <Frame title="Choose a new password">
        <Problem>This link has expired, or was used already.</Problem>
        <LinkButton href="/forgot-password" variant="primary" size="lg" block>
          Get a new link
        </LinkButton>
      </Frame>
    );
  return (
    <Frame
      title="Choose a new password"
      description={
        <>
          for <strong className="font-semibold text-fg">{person.email}</strong>, workspace{" "}
          {person.workspaceName}. You are signed out everywhere else.
        </>
      }
    >
      <ResetForm token={token} email={person.email} />
    </Frame>
  );
}
