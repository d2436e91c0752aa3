import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { appName } from "@/app/(account)/_oauth/app-name";
import { formText } from "@/app/(account)/_signin/form-text";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import type { LoginWords } from "@/app/(account)/_signin/wait-words";
import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { services } from "@/server/kernel/process";
import { hasWorkspace } from "@/server/modules/workspace/settings/setup-link";
import { findSignInFor } from "@/server/oauth/consent/load";
import { addFactorPathTo } from "@/server/signin/factors/step-cookie";
import { offeredProviders } from "@/server/signin/providers";
import { destinationOf, returnPath } from "@/server/signin/return-path";
import { currentActor, currentSession, readForPage } from "@/server/signin/session";
import { startProviderSignIn } from "@/server/signin/start-provider-sign-in";
import { PasskeySignIn } from "./passkey-sign-in";
import { SignInForm } from "./sign-in-form";

/** Sends the browser to the chosen provider. */
async function signInWithProvider(form: FormData): Promise<void> {
  const next = returnPath(formText(form, "next"));
  const started = await startProviderSignIn(services(), formText(form, "intent"), next, await headers());
  if (!started) redirect("/login");
  const jar = await cookies();
  for (const { name, value, ...attributes } of started.cookies) jar.set(name, value, attributes);
  redirect(started.location);
}

type Props = { providers: readonly { id: string; name: string }[]; next: string };

/** "Continue with Google" and the like, for the configured providers. */
function ProviderButtons({ providers, next }: Props) {
  const t = useTranslations("login");
  if (providers.length === 0) return null;
  return (
    <>
      <div
        aria-hidden
        className="flex items-center gap-3 text-subtle text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {t("or")}
      </div>
      <form action={signInWithProvider} className="flex flex-col gap-2">
        <input type="hidden" name="next" value={next} />
        {providers.map(({ id, name }) => (
          <SubmitButton key={id} intent={id}>
            {t("continueWith", { provider: name })}
          </SubmitButton>
        ))}
      </form>
    </>
  );
}

/** The app for which the user signs in. */
function ContinueTo({ app }: { app: string }) {
  const t = useTranslations("login");
  const nameless = useTranslations("consent")("app.nameless");
  return t.rich("continueTo", {
    app: () => <bdi className="font-semibold text-fg wrap-anywhere">{appName(app, nameless).shown}</bdi>,
  });
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("signIn") };
}

type Query = Record<string, string | string[] | undefined>;

/** The error codes of next-auth and of connections, in words. */
function errorWords(t: LoginWords, code: string): string {
  switch (code) {
    case "AccessDenied":
      return t("refused");
    case "Throttled":
      return t("throttled");
    case "ConnectionsOnly":
      return t("connectionsOnly");
    case "ConnectionPerson":
      return t("connection.person");
    case "ConnectionAddress":
      return t("connection.address");
    case "ConnectionNotFresh":
      return t("connection.notFresh");
    case "ConnectionFailed":
      return t("connection.failed");
    case "ConnectionUnasked":
      return t("connection.unasked");
    case "ConnectionOver":
      return t("connection.over");
    case "CredentialsSignin":
      return t("wrongCredentials");
    default:
      return t("failed");
  }
}

function noteOf(t: LoginWords, query: Query): string | null {
  if (query.ended) return t("ended");
  if (query.ready) return t("ready");
  return query.changed ? t("changed") : null;
}

const setupCommand = "npm run admin -- workspace setup-link";

/** What to do next where there is no workspace to sign in to (decision 18.59). */
async function EmptyInstallation() {
  const t = await getTranslations("login.empty");
  return (
    <Frame title={t("title")}>
      <p>{t("text")}</p>
      <CodeBlock label={t("command")} code={setupCommand} />
      <LinkButton href="/login" block>
        {t("again")}
      </LinkButton>
    </Frame>
  );
}

/** A workspace was seen: from then on the page does not ask. Each process finds out by itself. */
let isSetUp = false;

/** While the database is away, the form says so when it is sent. */
async function isInstallationEmpty(): Promise<boolean> {
  if (isSetUp) return false;
  try {
    isSetUp = await readForPage(hasWorkspace(services().db));
    return !isSetUp;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  }
}

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, t] = await Promise.all([searchParams, getTranslations("login")]);
  const { settings } = services();
  const next = destinationOf(query, settings.appUrl);
  const [person, anyone] = await Promise.all([currentActor(), currentSession()]);
  const { session } = query;
  const signInFor = typeof session === "string" ? await findSignInFor(services(), session, person) : null;
  if (anyone && !signInFor?.isAgain) redirect(person ? next : addFactorPathTo(next));
  if (!anyone && (await isInstallationEmpty())) return <EmptyInstallation />;
  const note = signInFor?.isAgain ? t("again") : noteOf(t, query);
  const app = signInFor?.clientName;
  return (
    <Frame title={t("signIn")} description={app ? <ContinueTo app={app} /> : undefined}>
      {query.session && !app ? <Note label={t("note")}>{t("requestOver")}</Note> : null}
      {note ? <Note label={t("note")}>{note}</Note> : null}
      {typeof query.error === "string" ? <Problem>{errorWords(t, query.error)}</Problem> : null}
      <SignInForm
        next={next}
        words={{
          email: t("email"),
          password: t("password"),
          showPassword: t("showPassword"),
          signIn: t("signIn"),
          mailLink: t("mailLink"),
          forgot: t("forgot"),
          next: t("continue"),
          again: t("confirm.again"),
        }}
      />
      <PasskeySignIn
        next={next}
        words={{ passkey: t("passkey.button"), passkeyCancelled: t("passkey.cancelled") }}
      />
      <ProviderButtons providers={offeredProviders(settings)} next={next} />
    </Frame>
  );
}
