"use client";

import { useQuery } from "@tanstack/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { languageOf } from "@/app/_i18n/languages";
import { asked } from "@/app/_kit/list/evidence";
import { SelectionBar } from "@/app/_kit/list/selection-bar";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { useTRPCClient } from "@/app/_trpc/client";
import { BulkAsk, type BulkDialog } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-ask";
import { BulkChange } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-change";
import {
  askOfLots,
  BulkProgress,
  useBulkRun,
} from "@/app/(app)/dashboard/(team)/people/(list)/bulk-progress";
import type { Choices } from "@/app/(app)/dashboard/(team)/people/(list)/people-list";
import type { Selection } from "@/app/(app)/dashboard/(team)/people/(list)/selection";
import type { AppRouter } from "@/server/api/trpc";

type Wanted = Omit<inferRouterInputs<AppRouter>["invitations"]["sendMany"], "attempt">;
type Outputs = inferRouterOutputs<AppRouter>["invitations"];

/** The recipients of the invitations, and a button to send them. */
function BulkInvite({ selection: { select }, onBusy, onDone, onClose }: BulkDialog) {
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

type Props = { selection: Selection; choices: Choices; clear: () => void; onDone: () => void };

/** Bulk actions for the selected people, or for all matches. */
export function BulkBar({ selection, choices, clear, onDone }: Props) {
  const t = useTranslations("people.bulk");
  const [open, setOpen] = useState<"change" | "invite" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const { count } = selection;
  const close = () => {
    setOpen(null);
    if (isDone) onDone();
  };
  const during = { onBusy: setBusy, onDone: () => setDone(true), onClose: close };
  return (
    <>
      <SelectionBar
        label={t("label")}
        text={count === 0 ? null : t("selected", { count })}
        clear={{ label: t("clear"), act: clear }}
      >
        <Button onClick={() => setOpen("invite")}>{t("invite.open")}</Button>
        <Button variant="primary" onClick={() => setOpen("change")}>
          {t("open")}
        </Button>
      </SelectionBar>
      <Dialog
        open={open !== null}
        onOpenChange={(isOpen) => (isOpen || isBusy ? undefined : close())}
        title={open === "invite" ? t("invite.title") : t("title", { count })}
      >
        {open === "change" ? <BulkChange {...{ selection, choices }} {...during} /> : null}
        {open === "invite" ? <BulkInvite selection={selection} {...during} /> : null}
      </Dialog>
    </>
  );
}
