"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { answerPath } from "@/app/(account)/consent/paths";

/** Long enough that the second click of a double-click, begun elsewhere, does not answer. */
const guardMs = 500;
/** How long an app has to come to the front before the page says what to do. */
const refreshDelayMs = 1_500;

type Props = {
  session: string;
  token: string;
  /** The answer opens an app by a custom scheme, so this page stays. */
  opensApp: boolean;
  /** Passed as a prop, because the page carries no other messages. Without `allow` only the way back remains. */
  words: { allow?: string; deny: string };
};

/** Allow or Deny: a plain form, so that it works without JavaScript. */
export function AnswerForm({ session, token, opensApp, words }: Props) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const sent = useRef(false);
  const isGuarded = useClickGuard();
  useReturnToPage(() => {
    sent.current = false;
    setBusy(false);
    router.refresh();
  });

  const submit = (event: FormEvent) => {
    if (sent.current || isGuarded()) return event.preventDefault();
    sent.current = true;
    setBusy(true);
    if (opensApp) setTimeout(() => router.refresh(), refreshDelayMs);
  };
  const look = "animate-guard px-2 sm:px-4";
  return (
    <form
      method="post"
      action={answerPath}
      onSubmit={submit}
      className={cn("grid gap-3", words.allow && "grid-cols-2")}
    >
      <input type="hidden" name="session" value={session} />
      <input type="hidden" name="token" value={token} />
      {words.allow ? (
        <Button type="submit" name="intent" value="allow" size="lg" block pending={busy} className={look}>
          {words.allow}
        </Button>
      ) : null}
      <Button type="submit" name="intent" value="deny" size="lg" block pending={busy} className={look}>
        {words.deny}
      </Button>
    </form>
  );
}

/** Whether the page has just come into view. From the first paint on, the style `animate-guard` blocks clicks. */
function useClickGuard(): () => boolean {
  const visibleSince = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const note = (event: Event) => {
      if (document.visibilityState === "visible") visibleSince.current = event.timeStamp;
    };
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, []);
  return () => performance.now() - visibleSince.current < guardMs;
}

/** The Back button may restore the page as it was left, with its buttons busy. */
function useReturnToPage(onReturn: () => void): void {
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current();
    };
    window.addEventListener("pageshow", listen);
    return () => window.removeEventListener("pageshow", listen);
  }, []);
}
