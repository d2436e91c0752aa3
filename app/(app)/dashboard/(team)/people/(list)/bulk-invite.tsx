"use client";

import { useQuery } from "@tanstack/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { useLocale, useTranslations } from "next-intl";
import { languageOf } from "@/app/_i18n/languages";
import { asked } from "@/app/_kit/list/evidence";
import { useTRPCClient } from "@/app/_trpc/client";
import { BulkAsk, type BulkDialog } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-ask";
import { BulkProgress } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-progress";
import { askOfLots, useBulkRun } from "@/app/(app)/dashboard/(team)/people/(list)/use-bulk-run";
import type { AppRouter } from "@/server/api/trpc";

type Wanted = Omit<inferRouterInputs<AppRouter>["invitations"]["sendMany"], "attempt">;
type Outputs = inferRouterOutputs<AppRouter>["invitations"];

/** The recipients of the invitations, and a button to send them. */
export function BulkInvite({ selection: { select }, onBusy, onDone, onClose }: BulkDialog) {
  const t = useTranslations("people.bulk");
  const language = languageOf[useLocale()];
  const { invitations } = useTRPCClient();
  const preview = useQuery({
    ...asked,
    queryKey: ["people", "invitable", select],
    queryFn: () => invitations.previewMany.mutate({ select }),
  });
  const { count = 0 } = preview.data ?? {};
  const run = useBulkRun({
    begin: async (attempt, wanted: Wanted) =>
      (await invitations.sendMany.mutate({ attempt, ...wanted })).operationIds.join(),
    ask: askOfLots((operationIds) => invitations.standing.mutate({ operationIds }), count),
    onBusy,
    onDone,
  });
  if (run.state !== "idle") {
    const outcome = run.result ? <Sent sent={run.result} /> : null;
    return <BulkProgress {...{ run, outcome, onClose }} label={t("invite.running")} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <p>{t("invite.text")}</p>
      <BulkAsk
        preview={preview}
        isAsked
        found={preview.data ? <Invitable found={preview.data} /> : null}
        looking={t("invite.looking")}
        label={t("invite.go", { count })}
        isReady={count > 0}
        onGo={() => void run.start({ select, language })}
      />
    </div>
  );
}

function Invitable({ found: { count, signedInCount, inactiveCount } }: { found: Outputs["previewMany"] }) {
  const t = useTranslations("people.bulk.invite");
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{t("would", { count })}</p>
      {signedInCount > 0 ? <p>{t("signedIn", { count: signedInCount })}</p> : null}
      {inactiveCount > 0 ? <p>{t("inactive", { count: inactiveCount })}</p> : null}
    </div>
  );
}

type Counts = Pick<Outputs["standing"], "sentCount" | "skippedCount" | "failedCount">;

function Sent({ sent: { sentCount, skippedCount, failedCount } }: { sent: Counts }) {
  const t = useTranslations("people.bulk.invite");
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{t("sent", { count: sentCount })}</p>
      {skippedCount > 0 ? <p>{t("skipped", { count: skippedCount })}</p> : null}
      {failedCount > 0 ? <p>{t("failed", { count: failedCount })}</p> : null}
    </div>
  );
}
