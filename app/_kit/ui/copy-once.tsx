"use client";

import { Download } from "lucide-react";
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { Dialog } from "@/app/_kit/ui/dialog";
import { saveFile } from "@/app/_kit/ui/save-file";

const Context = createContext<(once: Once) => void>(() => {});

/** Opens the dialog that shows a new secret, on any page. */
export const useShowOnce = (): ((once: Once) => void) => use(Context);

/** Keeps a new secret until it is stored, above all pages: neither a navigation nor a refresh behind the dialog loses it. */
export function CopyOnceProvider({ children }: { children: ReactNode }) {
  const [held, setHeld] = useState<{ once: Once; count: number } | null>(null);
  const show = useCallback(
    (once: Once) => setHeld((before) => ({ once, count: (before?.count ?? 0) + 1 })),
    [],
  );
  return (
    <Context value={show}>
      {children}
      {held ? <CopyOnceDialog key={held.count} once={held.once} onClose={() => setHeld(null)} /> : null}
    </Context>
  );
}

/** The dialog's words for this kind of secret. */
interface OnceWords {
  /** "Copy key" */
  copy: string;
  /** Names the checkbox: "I have stored this key". */
  stored: string;
  /** Below the buttons, before and after storing. */
  needed: string;
  closing: string;
  done: string;
}

/** A newly created secret. The only place in the browser that ever contains the whole of it. */
export interface Once {
  /** Names the dialog, such as "Save your API key". */
  title: string;
  /** What to do after losing it. */
  description: string;
  /** Names the textbox, such as "API key". */
  label: string;
  words: OnceWords;
  value: string;
  /** Offered as a download. */
  file?: { label: string; fileName: string; content: string };
  /** Below it, such as a first call; an element that opens the secret elsewhere reports that it was taken. */
  example?: ReactNode | ((onTaken: () => void) => ReactNode);
}

function useWarnBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [active]);
}

type Props = { once: Once; onClose: () => void };

/** Shows a new secret, once. It cannot be closed before the secret is copied, downloaded or declared stored. */
function CopyOnceDialog({ once, onClose }: Props) {
  const { words, file, example } = once;
  const [taken, setTaken] = useState(false);
  const [ticked, setTicked] = useState(false);
  const stored = taken || ticked;
  useWarnBeforeUnload(!stored);
  const neededId = useId();
  const take = () => setTaken(true);

  const footer = (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p id={neededId} className="min-w-0 flex-1 basis-56 text-muted text-xs">
        {stored ? words.closing : words.needed}
      </p>
      <Button
        variant="primary"
        aria-disabled={stored ? undefined : true}
        aria-describedby={neededId}
        onClick={stored ? onClose : undefined}
      >
        {words.done}
      </Button>
    </div>
  );

  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      locked={!stored}
      size="lg"
      title={once.title}
      description={once.description}
      footer={footer}
      finalFocus={() => document.querySelector<HTMLElement>("#content h1")}
    >
      <div className="flex flex-col gap-4">
        <CopyField label={once.label} value={once.value} copyLabel={words.copy} onCopied={take} />
        {file ? (
          <div>
            <Button
              onClick={() => {
                saveFile(file.fileName, file.content, "text/plain");
                take();
              }}
            >
              <Download aria-hidden />
              {file.label}
            </Button>
          </div>
        ) : null}
        {typeof example === "function" ? example(take) : example}
        <Checkbox
          label={words.stored}
          checked={ticked}
          onChange={(event) => setTicked(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}

/** A file name from the plain characters of a typed name. */
export function envFileName(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `timeaway${slug ? `-${slug}` : ""}.env`;
}
