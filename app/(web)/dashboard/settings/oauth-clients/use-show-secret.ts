"use client";

import { useShowOnce } from "@/app/_ui/copy-once";
import { envFileName } from "@/app/_ui/copy-once-dialog";

interface MadeSecret {
  client: { clientId: string; name: string };
  secret: string;
}

/** Opens the dialog "Save your client secret", whatever page is behind it. */
export function useShowSecret(): (made: MadeSecret) => void {
  const show = useShowOnce();
  return ({ client, secret }) =>
    show({
      title: "Save your client secret",
      description: "It is shown only now. If you lose it, rotate the secret.",
      noun: "secret",
      label: "Client secret",
      value: secret,
      env: {
        fileName: envFileName(client.name),
        content: `TIMEAWAY_CLIENT_ID=${client.clientId}\nTIMEAWAY_CLIENT_SECRET=${secret}\n`,
      },
    });
}
