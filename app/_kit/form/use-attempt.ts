"use client";

import { useRef } from "react";
import { newAttempt } from "@/app/_kit/form/new-attempt";

/** The attempt id of a form's content: sent again, it is the same attempt, so that nothing is done twice; after a change it is another. */
export function useAttempt(): (said: unknown) => string {
  const last = useRef<{ key: string; of: string } | null>(null);
  return (said) => {
    const of = JSON.stringify(said);
    if (last.current?.of !== of) last.current = { key: newAttempt(), of };
    return last.current.key;
  };
}
