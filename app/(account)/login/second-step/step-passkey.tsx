"use client";

import { useState, useTransition } from "react";
import { answerWithPasskey } from "@/app/_kit/form/passkeys";
import { Button } from "@/app/_kit/ui/button";
import { Problem } from "@/app/(account)/_signin/message";
import { proveStepWithPasskey } from "@/app/(account)/login/second-step/actions";
import type { PasskeyRequest } from "@/server/signin/passkeys/request-passkey";

type Words = Record<"usePasskey" | "cancelled" | "needsScript", string>;

/** "Use passkey" at the second step. @param isOnly there is no form for a code beside it */
export function StepPasskey({
  request,
  isOnly,
  words,
}: {
  request: PasskeyRequest;
  isOnly: boolean;
  words: Words;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const ask = async () => {
    setProblem(null);
    // Whatever the browser says: there is another way to sign in.
    const answer = await answerWithPasskey(request).catch(() => null);
    setProblem(answer ? (await proveStepWithPasskey(answer)).problem : words.cancelled);
  };
  return (
    <div className="flex flex-col gap-4">
      {problem ? <Problem>{problem}</Problem> : null}
      <Button
        variant={isOnly ? "primary" : "secondary"}
        size="lg"
        block
        className="noscript:hidden"
        pending={isPending}
        onClick={() => start(ask)}
      >
        {words.usePasskey}
      </Button>
      <p className="hidden text-muted noscript:block">{words.needsScript}</p>
    </div>
  );
}
