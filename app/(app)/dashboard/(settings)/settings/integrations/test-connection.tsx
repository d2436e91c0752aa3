"use client";

import { PlugZap } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import type { IntegrationPlatform } from "@/drizzle/schema/values";

/** "Test connection": asks the provider whether the stored credentials still work. */
export function TestConnection({ platform }: { platform: IntegrationPlatform }) {
  const t = useTranslations("integrations");
  const router = useRouter();
  const { send, isPending, error, output } = useCall(useTRPCClient().integrations.test.mutate, {
    refreshes: true,
    onError: () => router.refresh(),
  });
  const name = t(`platforms.${platform}.name`);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        onClick={() => void send({ platform })}
        pending={isPending}
        aria-label={t("testOf", { platform: name })}
      >
        <PlugZap aria-hidden />
        {t("test")}
      </Button>
      <div role="status" className="empty:hidden">
        {output ? t(output.ok ? "testWorked" : "testFailed", { platform: name }) : null}
      </div>
      {error ? <ErrorPanel error={error} /> : null}
    </div>
  );
}
