"use client";

import { useId, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { useIsAwake } from "@/app/_kit/ui/use-is-awake";

/** The whole redirect URI on demand. Without JavaScript it is always visible. */
export function FullAddress({ uri, label }: { uri: string; label: string }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const address = <code className="block font-mono text-muted text-xs wrap-anywhere">{uri}</code>;
  return (
    <div className="mt-1.5 flex flex-col items-start gap-1.5">
      <Button
        size="sm"
        hidden={!useIsAwake()}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {label}
      </Button>
      <noscript>{address}</noscript>
      <div id={id} hidden={!shown}>
        {address}
      </div>
    </div>
  );
}
