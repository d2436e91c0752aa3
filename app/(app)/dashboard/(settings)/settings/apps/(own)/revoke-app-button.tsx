"use client";

import { useFormatter, useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";

type Props = {
  clientId: string;
  name: string;
  /** Distinguishes apps of the same name. */
  registeredAt: Date | null;
  sessionCount: number;
  webhookCount: number;
};

/** Disconnects an app, after explaining the effect. */
export function RevokeAppButton({ clientId, name, registeredAt, sessionCount, webhookCount }: Props) {
  const t = useTranslations("apps");
  const format = useFormatter();
  const calls = useTRPCClient();
  const which = registeredAt
    ? t("revoke.ofRegistered", {
        name,
        day: format.dateTime(registeredAt, { dateStyle: "medium", timeZone: "UTC" }),
      })
    : t("revoke.of", { name });
  return (
    <ConfirmButton
      button={{ size: "sm", variant: "secondary", "aria-label": which }}
      title={t("revoke.title", { name })}
      confirmLabel={t("revoke.submit")}
      cancelLabel={t("revoke.keep")}
      act={async () => {
        await calls.connectedApps.revoke.mutate({ clientId });
        return { message: t("revoke.done", { name }), note: t("revoke.doneNote") };
      }}
    >
      <p>{t("revoke.text", { count: sessionCount })}</p>
      {webhookCount > 0 ? <p className="mt-2">{t("revoke.webhooks", { count: webhookCount })}</p> : null}
      <p className="mt-2">{t("revoke.otherwise")}</p>
    </ConfirmButton>
  );
}
