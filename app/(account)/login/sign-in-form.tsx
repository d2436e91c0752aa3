"use client";

import { useActionState, useEffect, useRef } from "react";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { TextLink } from "@/app/_kit/ui/text-link";
import { Done, Problem } from "@/app/(account)/_signin/message";
import { PasswordField } from "@/app/(account)/_signin/password-field";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { signIn } from "@/app/(account)/login/actions";
import type { ConnectionLink, SignInState } from "@/app/(account)/login/sign-in-state";

/** Where the user continues typing: the address while it is asked for or missing, else the password. */
function nextField({ connections, emailError, done, isClosed }: SignInState): "email" | "password" | null {
  if (done || isClosed) return null;
  return connections === null || emailError ? "email" : "password";
}

type Words = Record<
  "email" | "password" | "showPassword" | "signIn" | "mailLink" | "forgot" | "next" | "again",
  string
>;

/** What the company of the address uses: a link, which leads to its own sign-in. */
const Connections = ({ links }: { links: readonly ConnectionLink[] }) =>
  links.map(({ label, href }, at) => (
    // Not the router's link: it leads to another site, and must not be loaded ahead.
    <a
      key={href}
      href={href}
      className={buttonStyles({ variant: at === 0 ? "primary" : "secondary", size: "lg", block: true })}
    >
      {label}
    </a>
  ));

/** A password, or a link by mail. */
function Methods({ state, words }: { state: SignInState; words: Words }) {
  const hasConnections = (state.connections?.length ?? 0) > 0;
  return (
    <>
      <Connections links={state.connections ?? []} />
      <PasswordField
        id="password"
        label={words.password}
        showLabel={words.showPassword}
        name="password"
        autoComplete="current-password"
        error={state.passwordError}
        // Without JavaScript nothing else can move the focus there.
        autoFocus={nextField(state) === "password" && !hasConnections}
        required
      />
      <SubmitButton intent="password" variant={hasConnections ? "secondary" : "primary"}>
        {words.signIn}
      </SubmitButton>
      <SubmitButton intent="link">{words.mailLink}</SubmitButton>
      <TextLink href="/forgot-password" className="self-center">
        {words.forgot}
      </TextLink>
    </>
  );
}

/**
 * The address first, then what it signs in with. Also works as a plain form. Its messages are passed as props: the page carries no others.
 * @param next the destination after signing in
 */
export function SignInForm({ next, words }: { next: string; words: Words }) {
  const [state, act] = useActionState<SignInState, FormData>(signIn, { email: "", connections: null });
  const form = useRef<HTMLFormElement>(null);
  const isFirst = state.connections === null;

  useEffect(() => {
    const name = nextField(state);
    // The first view leaves the focus where the page's visitor has it.
    if (name && (state.email !== "" || state.emailError))
      form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus();
  }, [state]);

  if (state.isClosed)
    return (
      <div className="flex flex-col gap-4">
        <Problem>{state.problem}</Problem>
        <Connections links={state.connections ?? []} />
        {/* Loaded, so that the form begins with the address. */}
        <a
          href={`/login?next=${encodeURIComponent(next)}`}
          className={buttonStyles({ variant: "ghost", block: true })}
        >
          {words.again}
        </a>
      </div>
    );
  return (
    <form ref={form} action={act} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="step" value={isFirst ? "address" : "methods"} />
      {state.problem ? <Problem>{state.problem}</Problem> : null}
      <Done>{state.done}</Done>
      <Field id="email" label={words.email} error={state.emailError}>
        <Input
          name="email"
          type="email"
          // Browsers offer passkeys there, too.
          autoComplete="username webauthn"
          defaultValue={state.email}
          autoFocus={nextField(state) === "email" && state.emailError !== undefined}
          autoCapitalize="none"
          required
        />
      </Field>
      {isFirst ? (
        <SubmitButton intent="continue" variant="primary">
          {words.next}
        </SubmitButton>
      ) : (
        <Methods state={state} words={words} />
      )}
    </form>
  );
}
