"use client";

import { useQuery } from "@tanstack/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { useLocale, useTranslations } from "next-intl";
import { languageOf } from "@/app/_i18n/languages";
import { asked } from "@/app/_resource/evidence";
import { useTRPCClient } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { DialogClose } from "@/app/_ui/dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { BulkProgress } from "@/app/(web)/dashboard/people/(list)/bulk-progress";
import type { Selection } from "@/app/(web)/dashboard/people/(list)/selection";
import { useBulkRun } from "@/app/(web)/dashboard/people/(list)/use-bulk-run";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { AppRouter } from "@/server/api/trpc";

type Wanted = Omit<inferRouterInputs<AppRouter>["invitations"]["sendMany"], "attempt">;
type Outputs = inferRouterOutputs<AppRouter>["invitations"];

type Props = {
  selection: Selection;
  /** They are being sent: the dialog stays open. */
  onBusy: (busy: boolean) => void;
  /** Some were sent. */
  onDone: () => void;
  onClose: () => void;
};

/** Whom invitations would reach, and sending them. */
export function BulkInvite({ selection: { select }, onBusy, onDone, onClose }: Props) {
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
    ask: async (ids) => {
      const operationIds = ids.split(",").filter(Boolean);
      const { status, error, doneCount, ...sent } = await invitations.standing.mutate({ operationIds });
      const result = status === "PENDING" ? null : sent;
      return { status, error, result, progress: { done: doneCount, total: count } };
    },
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
      {preview.error ? (
        <ErrorPanel
          error={shownError(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      ) : null}
      <div role="status" className="min-h-10">
        {preview.data ? <Invitable found={preview.data} /> : null}
        {preview.isPending ? <p className="text-muted">{t("invite.looking")}</p> : null}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>{t("cancel")}</Button>
        </DialogClose>
        <Button
          variant="primary"
          aria-disabled={count === 0 ? true : undefined}
          onClick={count > 0 ? () => void run.start({ select, language }) : undefined}
        >
          {t("invite.go", { count })}
        </Button>
      </div>
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
