"use client";

import { Download } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Checkbox } from "@/app/_ui/checkbox";
import { CodeBlock } from "@/app/_ui/code-block";
import { CopyField } from "@/app/_ui/copy-field";
import { Dialog } from "@/app/_ui/dialog";
import { curlExample } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import type { NewKey } from "@/app/(web)/dashboard/open-api/keys/new-key";

/** Offers a file with the key and the base URL, made in the browser. */
function downloadEnv({ name, plain, baseUrl }: NewKey): void {
  const content = `TIMEAWAY_API_KEY=${plain}\nTIMEAWAY_BASE_URL=${baseUrl}\n`;
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  link.download = `timeaway${slug ? `-${slug}` : ""}.env`;
  link.click();
  // The key must not stay behind an address; a moment later, because some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function useWarnBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [active]);
}

type Props = { made: NewKey; open: boolean; onClose: () => void };

/** Shows a new key, once. It cannot be closed before the key was copied, downloaded or declared stored. */
export function SaveKeyDialog({ made, open, onClose }: Props) {
  const [taken, setTaken] = useState(false);
  const [ticked, setTicked] = useState(false);
  const stored = taken || ticked;
  useWarnBeforeUnload(open && !stored);
  const neededId = useId();
  const take = () => setTaken(true);

  const footer = (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p id={neededId} className="min-w-0 flex-1 basis-56 text-muted text-xs">
        {stored
          ? "Closing this hides the key for good."
          : "Copy or download the key, or tick that you have stored it."}
      </p>
      <Button
        variant="primary"
        aria-disabled={stored ? undefined : true}
        aria-describedby={neededId}
        onClick={stored ? onClose : undefined}
      >
        Done
      </Button>
    </div>
  );

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      locked={!stored}
      size="lg"
      title="Save your API key"
      description="It is shown only now. If you lose it, create a replacement and revoke this one."
      footer={footer}
      finalFocus={() => document.querySelector<HTMLElement>("#content h1")}
    >
      <div className="flex flex-col gap-4">
        <CopyField label="API key" value={made.plain} copyLabel="Copy key" onCopied={take} />
        <div>
          <Button
            onClick={() => {
              downloadEnv(made);
              take();
            }}
          >
            <Download aria-hidden />
            Download as .env file
          </Button>
        </div>
        {made.firstPath ? (
          <CodeBlock
            label="First call"
            code={curlExample(made.baseUrl, made.firstPath, made.plain)}
            copyLabel="Copy first call"
          />
        ) : null}
        <Checkbox
          label="I have stored this key"
          checked={ticked}
          onChange={(event) => setTicked(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
