"use client";

import { CodeBlock } from "@/app/_ui/code-block";
import { useShowOnce } from "@/app/_ui/copy-once";
import { envFileName, type Once } from "@/app/_ui/copy-once-dialog";
import { curlExample } from "@/app/(web)/dashboard/open-api/keys/curl-example";

/** A key that was just made. */
export interface NewKey {
  name: string;
  plain: string;
  baseUrl: string;
  /** A path that its first call can ask for; null when no endpoint is open to it yet. */
  firstPath: string | null;
}

const onceOf = ({ name, plain, baseUrl, firstPath }: NewKey): Once => ({
  title: "Save your API key",
  description: "It is shown only now. If you lose it, create a replacement and revoke this one.",
  noun: "key",
  label: "API key",
  value: plain,
  env: {
    fileName: envFileName(name),
    content: `TIMEAWAY_API_KEY=${plain}\nTIMEAWAY_BASE_URL=${baseUrl}\n`,
  },
  example: firstPath ? (
    <CodeBlock label="First call" code={curlExample(baseUrl, firstPath, plain)} copyLabel="Copy first call" />
  ) : null,
});

/** Opens the dialog "Save your API key", whatever page is behind it. */
export function useShowNewKey(): (made: NewKey) => void {
  const show = useShowOnce();
  return (made) => show(onceOf(made));
}
