import { useEffect, useState } from "react";

/** Typing is waited for this long. */
const pauseMs = 250;

/** A question as it was when nothing had been typed for a moment; `isCurrent` says whether it is still the same. */
export function useAsked<Question>(question: Question | null): {
  wanted: Question | null;
  isCurrent: boolean;
} {
  const text = JSON.stringify(question);
  const [asked, setAsked] = useState("null");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return { wanted: JSON.parse(asked) as Question | null, isCurrent: asked === text };
}
