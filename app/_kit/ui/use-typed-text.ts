"use client";

import { useEffect, useState } from "react";

const typingMs = 150;

/** The text, debounced until the typing pauses. */
export function useTypedText(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}
