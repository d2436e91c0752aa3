"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useSendTest } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-send-test";
import { paths } from "@/app/paths";

/** "Send test message", to the saved destinations. */
export function SendTest({ id, name }: { id: string; name: string }) {
  const t = useTranslations("notifications.test");
  const { send, isSending } = useSendTest({ id, name });
  return (
    <Card title={t("title")} titleId="test-heading" description={t("help")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={() => void send()} pending={isSending}>
          <Send aria-hidden />
          {t("send")}
        </Button>
        <TextLink href={`${paths.notification(id)}?tab=history`}>{t("toHistory")}</TextLink>
      </div>
    </Card>
  );
}
