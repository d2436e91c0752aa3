"use client";

import { useEffect, useState } from "react";

const typingMs = 150;

/** The text, debounced until the typing pauses; at once where no pause is wanted. */
export function useTypedText(text: string, pauseMs = typingMs): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (pauseMs === 0) return;
    const timer = setTimeout(() => setTyped(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return pauseMs === 0 ? text : typed;
}
