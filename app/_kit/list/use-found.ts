"use client";

import { useEffect, useState } from "react";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";

/**
 * A list that the server searches: it fetches results once the typing pauses. The first result came with the page. The previous result
 * stays while the next one loads.
 * @param asked plain data, as JSON has it
 */
export function useFound<Asked, Found>(
  asked: Asked,
  first: { asked: Asked; found: Found },
  ask: (asked: Asked) => Promise<Found>,
) {
  const key = JSON.stringify(asked);
  const settled = useTypedText(key);
  const [shown, setShown] = useState(() => ({ key: JSON.stringify(first.asked), first, ...first }));
  // A refresh from the server starts anew.
  if (shown.first !== first) setShown({ key: JSON.stringify(first.asked), first, ...first });
  const [failed, setFailed] = useState<{ key: string; error: unknown } | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again when the query changes, or on request
  useEffect(() => {
    if (settled === shown.key) return;
    let isOver = false;
    ask(asked).then(
      (found) => {
        if (isOver) return;
        setFailed(null);
        setShown({ key: settled, first, asked, found });
      },
      (error) => isOver || setFailed({ key: settled, error }),
    );
    return () => {
      isOver = true;
    };
  }, [settled, tries, first]);
  const error = failed?.key === settled ? failed.error : null;
  return { shown, error, isLoading: shown.key !== key && !error, retry: () => setTries(tries + 1) };
}
