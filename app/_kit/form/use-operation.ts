"use client";

import { useEffect, useEffectEvent, useState } from "react";

const askEveryMs = 700;
/** The delay after a failed poll. */
const askAgainMs = 5000;

/**
 * Follows a long write to its end. The write continues without the page, so a failed poll is retried.
 * @param ask polls its progress
 * @param onEnd called once, with the outcome
 */
export function useOperation<Standing extends { status: string }>({
  ask,
  onEnd,
}: {
  ask: (operationId: string) => Promise<Standing>;
  onEnd: (standing: Standing) => void;
}) {
  const [operationId, setOperationId] = useState<string | null>(null);
  const [standing, setStanding] = useState<Standing | null>(null);
  const asked = useEffectEvent(ask);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (operationId === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = async () => {
      const found = await asked(operationId).catch(() => null);
      if (isGone) return;
      if (found) setStanding(found);
      if (!found || found.status === "PENDING") {
        timer = setTimeout(look, found ? askEveryMs : askAgainMs);
        return;
      }
      setOperationId(null);
      end(found);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [operationId]);

  const follow = (id: string) => {
    setStanding(null);
    setOperationId(id);
  };
  return { standing, follow };
}
