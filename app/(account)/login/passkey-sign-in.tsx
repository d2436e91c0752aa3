"use client";

import { useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { answerWithPasskey, usePasskeySupport } from "@/app/_kit/form/passkeys";
import { Button } from "@/app/_kit/ui/button";
import { Problem } from "@/app/(account)/_signin/message";
import { enterWithPasskey } from "@/app/(account)/login/passkey-actions";
import type { PasskeyRequest } from "@/server/signin/passkeys/request-passkey";

/** A challenge lives ten minutes; the page may stay open longer. */
const renewMs = 9 * 60_000;

async function requestPasskey(): Promise<PasskeyRequest> {
  const response = await fetch("/api/auth/passkey", { method: "POST" });
  if (!response.ok) throw new Error(`passkey request: ${response.status}`);
  return response.json();
}

type Words = Record<"passkey" | "passkeyCancelled", string>;

/**
 * "Sign in with a passkey", and the browser's offer of passkeys at the address field. Nothing without JavaScript, which a passkey needs.
 * @param next the destination after signing in
 */
export function PasskeySignIn({ next, words }: { next: string; words: Words }) {
  const isSupported = usePasskeySupport();
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [isPending, start] = useTransition();
  // What the button asks for ends what the browser offers, never the other way round: a page asks for one passkey at a time.
  const isAsked = useRef(false);
  // A refused passkey is not asked for again by itself: an authenticator that answers at once would be refused until the limit of tries.
  const enter = async (answer: Awaited<ReturnType<typeof answerWithPasskey>>) => {
    setProblem(null);
    setProblem((await enterWithPasskey(answer, next)).problem);
  };
  const enterFilled = useEffectEvent((answer: Parameters<typeof enter>[0]) => start(() => enter(answer)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    if (!isSupported) return;
    let isOver = false;
    const timer = setTimeout(() => setRound((before) => before + 1), renewMs);
    const offer = async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const request = await requestPasskey();
      if (isOver || isAsked.current) return;
      const answer = await answerWithPasskey(request, true);
      if (!isOver) enterFilled(answer);
    };
    // The button remains, and says what is wrong.
    offer().catch(() => undefined);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isSupported, round]);

  if (!isSupported) return null;
  const ask = async () => {
    isAsked.current = true;
    setProblem(null);
    // Whatever the browser says: there is another way to sign in.
    const answer = await requestPasskey()
      .then((request) => answerWithPasskey(request))
      .catch(() => null);
    isAsked.current = false;
    if (answer) return enter(answer);
    setProblem(words.passkeyCancelled);
    setRound((before) => before + 1);
  };
  return (
    <div className="flex flex-col gap-4">
      {problem ? <Problem>{problem}</Problem> : null}
      <Button size="lg" block pending={isPending} onClick={() => start(ask)}>
        {words.passkey}
      </Button>
    </div>
  );
}
