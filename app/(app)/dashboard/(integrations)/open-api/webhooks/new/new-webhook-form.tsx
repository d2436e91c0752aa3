"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowSecret } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/use-show-secret";
import {
  WebhookForm,
  type WebhookFormProps,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-form";
import type { WebhookFormOutput } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-form-values";
import { paths } from "@/app/paths";

type Props = Pick<WebhookFormProps, "events" | "allowHosts">;

/** "Create webhook". */
export function NewWebhookForm(props: Props) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  // Bypasses the query cache on purpose: the response contains the secret.
  const calls = useTRPCClient();
  const showSecret = useShowSecret();
  const [done, setDone] = useState(false);
  const save = async ({ url, description, events }: WebhookFormOutput) => {
    const made = await calls.webhooks.create.mutate({ url, description: description || null, events });
    setDone(true);
    showSecret(made);
    // Not push: Back should lead to the list, not to an empty form.
    router.replace(`${paths.webhook(made.webhookId)}?test=first`);
  };
  return (
    <Card className="max-w-2xl">
      <WebhookForm
        {...props}
        start={{ url: "", description: "", events: [] }}
        save={save}
        leaveTitle={t("new.leave")}
        buttons={(pending) => (
          <>
            <Note label={t("new.test")}>{t("new.testText")}</Note>
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="primary" pending={pending || done}>
                {t("create")}
              </Button>
              <LinkButton href={paths.webhooks} variant="ghost">
                {t("cancel")}
              </LinkButton>
            </div>
          </>
        )}
      />
    </Card>
  );
}
