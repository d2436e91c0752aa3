"use client";

import { useEffect, useState } from "react";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import { leaveIfSignedOut } from "@/app/_trpc/leave-when-signed-out";

type Shown<Asked, Found> = { asked: Asked; found: Found };
type State<Asked, Found> = {
  first: Shown<Asked, Found> | undefined;
  shown: Shown<Asked, Found> | undefined;
  /** The question that was answered or refused last, as text, and its round. */
  ended: string | undefined;
  error: unknown;
};
type Options<Asked, Found> = {
  /** The answer that came with the page; another one starts anew. */
  first?: Shown<Asked, Found>;
  /** Asks once the typing pauses for so long; 0 to ask at once. */
  pauseMs?: number;
  /** Asks again when the user comes back to the page, or the network does. */
  refreshes?: boolean;
};

const endOf = (round: number, key: string): string => `${round} ${key}`;
const textOf = (asked: unknown): string => JSON.stringify(asked);

/**
 * What the server answers to a question that changes: the previous answer stays while the next one loads. For pages that are opened every
 * day, which do without the query library (`queries.tsx`).
 * @param asked plain data, as JSON has it; null for nothing to ask
 */
export function useAnswer<Asked, Found>(
  asked: Asked | null,
  ask: (asked: Asked) => Promise<Found>,
  { first, pauseMs, refreshes = false }: Options<Asked, Found> = {},
) {
  const key = textOf(asked);
  const settled = useTypedText(key, pauseMs);
  const [round, setRound] = useState(0);
  const startAnew = (): State<Asked, Found> => ({
    ...{ first, shown: first, error: null },
    ended: first && endOf(round, textOf(first.asked)),
  });
  const [state, setState] = useState(startAnew);
  if (state.first !== first) setState(startAnew());
  const { shown, ended } = state;
  const again = () => setRound((before) => before + 1);
  const wanted = endOf(round, settled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks when the question changes, or on request
  useEffect(() => {
    const question = JSON.parse(settled) as Asked | null;
    if (question === null || wanted === ended) return;
    let isOver = false;
    const end = (part: Partial<State<Asked, Found>>) =>
      isOver || setState((before) => ({ ...before, ...part, ended: wanted }));
    ask(question).then(
      (found) => end({ shown: { asked: question, found }, error: null }),
      (error) => isOver || leaveIfSignedOut(error) || end({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [wanted, first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is the same in every render
  useEffect(() => {
    if (!refreshes) return;
    const onReturn = () => document.visibilityState === "visible" && again();
    document.addEventListener("visibilitychange", onReturn);
    window.addEventListener("online", onReturn);
    return () => {
      document.removeEventListener("visibilitychange", onReturn);
      window.removeEventListener("online", onReturn);
    };
  }, [refreshes]);
  return {
    shown,
    /** Of this question: it is gone once another is asked. */
    error: ended?.endsWith(` ${key}`) ? state.error : null,
    /** Whether the answer to this question is on its way. */
    isLoading: asked !== null && ended !== endOf(round, key),
    again,
  };
}
