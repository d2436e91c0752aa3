import { useEffect, useState } from "react";

/** Debounce delay for typing. */
const pauseMs = 250;

/** The debounced query; `isCurrent` says whether it is still the latest. */
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
