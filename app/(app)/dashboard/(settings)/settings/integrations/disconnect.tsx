"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";
import type { IntegrationPlatform } from "@/drizzle/schema/values";

type Props = { platform: IntegrationPlatform; usedBy: number | null };

/** "Disconnect Slack?", with the number of notifications that lose a destination. */
export function Disconnect({ platform, usedBy }: Props) {
  const t = useTranslations("integrations");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t(`platforms.${platform}.disconnectTitle`)}
      confirmLabel={t(`platforms.${platform}.disconnect`)}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.integrations.disconnect.mutate({ platform });
        return { message: t(`platforms.${platform}.gone`) };
      }}
    >
      <p>{t("disconnectText")}</p>
      {usedBy ? <p className="mt-2 font-medium text-fg">{t("disconnectUsed", { count: usedBy })}</p> : null}
    </ConfirmButton>
  );
}
