"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Badge } from "@/app/_kit/ui/badge";
import { Card } from "@/app/_kit/ui/card";
import { ListTable } from "@/app/_kit/ui/list-table";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { BrowserName } from "@/app/(app)/dashboard/(settings)/settings/browser-name";
import { methodWords } from "@/app/(app)/dashboard/(settings)/settings/method-words";
import type { SessionItem } from "@/server/signin/schema";

/** Every browser in which the user is signed in, and a button to sign out all others. */
export function Sessions({ sessions }: { sessions: readonly SessionItem[] }) {
  const t = useTranslations("settings.sessions");
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <Card
      title={t("title")}
      titleId="sessions"
      description={t("text")}
      actions={others > 0 ? <SignOutElsewhere count={others} /> : undefined}
    >
      <ListTable
        caption={t("title")}
        columnsFrom={40}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          {
            label: t("browser"),
            header: true,
            cell: ({ userAgent, isCurrent }) => (
              <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
                <BrowserName userAgent={userAgent} />
                {isCurrent ? <Badge tone="accent">{t("current")}</Badge> : null}
              </span>
            ),
          },
          {
            label: t("method"),
            cell: (session) => methodWords(t, session),
          },
          { label: t("ip"), cell: ({ ip }) => ip ?? t("unknownIp") },
          { label: t("signedIn"), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          { label: t("lastSeen"), cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
        ]}
      />
    </Card>
  );
}

function SignOutElsewhere({ count }: { count: number }) {
  const t = useTranslations("settings.sessions");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      button={{ variant: "secondary" }}
      title={t("question")}
      confirmLabel={t("signOutElsewhere")}
      cancelLabel={t("stay")}
      act={async () => {
        const { revokedCount } = await calls.sessions.revokeOthers.mutate();
        return { message: t("done", { count: revokedCount }) };
      }}
    >
      {t("consequence", { count })}
    </ConfirmButton>
  );
}
