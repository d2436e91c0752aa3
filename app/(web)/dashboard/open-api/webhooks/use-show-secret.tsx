"use client";

import { useShowOnce } from "@/app/_ui/copy-once";
import { envFileName } from "@/app/_ui/copy-once-dialog";
import { Verification } from "@/app/(web)/dashboard/open-api/webhooks/verification";
import { hostOf } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";

/** Opens the dialog "Save your signing secret", whatever page is behind it. */
export function useShowSecret(): (made: { url: string; secret: string }) => void {
  const show = useShowOnce();
  return ({ url, secret }) =>
    show({
      title: "Save your signing secret",
      description:
        "It is shown only now. Your endpoint needs it to check that a request is ours. If you lose it, rotate it.",
      noun: "secret",
      label: "Signing secret",
      value: secret,
      env: {
        fileName: envFileName(`webhook ${hostOf(url)}`),
        content: `TIMEAWAY_WEBHOOK_SECRET=${secret}\n`,
      },
      example: <Verification />,
    });
}
