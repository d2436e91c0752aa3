import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Note } from "@/app/_ui/note";
import { Frame } from "@/app/(web)/_signin/frame";
import { Problem } from "@/app/(web)/_signin/message";
import { ContinueTo } from "@/app/(web)/login/continue-to";
import { ProviderButtons } from "@/app/(web)/login/provider-buttons";
import { SignInForm } from "@/app/(web)/login/sign-in-form";
import { services } from "@/server/kernel/process";
import { clientNameOfSession } from "@/server/oauth/consent/load";
import { offeredProviders } from "@/server/signin/providers";
import { destinationOf } from "@/server/signin/return-path";
import { currentActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Sign in" };

const requestOver = "The app's request has expired. Start again from the app.";

type Query = Record<string, string | string[] | undefined>;

const refused =
  "That account could not be matched. The provider must have verified your e-mail address, and it must belong to an active account here.";
const failed =
  "The provider could not be reached, or did not confirm who you are. Try again, or sign in another way.";

/** next-auth's error codes, in words. */
const errorWords = (code: string): string =>
  code === "AccessDenied"
    ? refused
    : code === "Throttled"
      ? "Too many tries. Try again in a minute."
      : code === "CredentialsSignin"
        ? "Email or password is not correct."
        : failed;

function noteOf(query: Query): string | null {
  if (query.ended) return "Your session has ended. Sign in again to go on where you were.";
  if (query.changed) return "Your password was changed. Sign in with the new one.";
  return null;
}

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { settings } = services();
  const next = destinationOf(query, settings.appUrl);
  if (await currentActor()) redirect(next);
  const note = noteOf(query);
  const app = typeof query.session === "string" ? await clientNameOfSession(services(), query.session) : null;
  return (
    <Frame title="Sign in" description={app ? <ContinueTo app={app} /> : undefined}>
      {query.session && !app ? <Note label="Sign-in">{requestOver}</Note> : null}
      {note ? <Note label="Sign-in">{note}</Note> : null}
      {typeof query.error === "string" ? <Problem>{errorWords(query.error)}</Problem> : null}
      <SignInForm next={next} />
      <ProviderButtons providers={offeredProviders(settings)} next={next} />
    </Frame>
  );
}
