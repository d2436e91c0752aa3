"use client";

import { useMutation } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPC } from "@/app/_trpc/queries";
import type { IntegrationPlatform } from "@/drizzle/schema/values";

/** "Test connection": asks the provider whether the stored credentials still work. */
export function TestConnection({ platform }: { platform: IntegrationPlatform }) {
  const t = useTranslations("integrations");
  const router = useRouter();
  const test = useMutation(
    useTRPC().integrations.test.mutationOptions({ onSettled: () => router.refresh() }),
  );
  const name = t(`platforms.${platform}.name`);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        onClick={() => test.mutate({ platform })}
        pending={test.isPending}
        aria-label={t("testOf", { platform: name })}
      >
        <PlugZap aria-hidden />
        {t("test")}
      </Button>
      <div role="status" className="empty:hidden">
        {test.data ? t(test.data.ok ? "testWorked" : "testFailed", { platform: name }) : null}
      </div>
      {test.error ? <ErrorPanel error={shownError(test.error)} /> : null}
    </div>
  );
}
