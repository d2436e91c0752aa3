"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { newAttempt } from "@/app/_kit/form/new-attempt";
import { useOperation } from "@/app/_kit/form/use-operation";
import { asked, Evidence } from "@/app/_kit/list/evidence";
import { ErrorPanel, type ShownError } from "@/app/_kit/ui/error-panel";
import { Meter } from "@/app/_kit/ui/meter";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { paths } from "@/app/paths";
import type { OwnedResources } from "@/server/modules/people/personal-data/schema";

type Props = { id: string; name: string };

/** Erases a person's data in an operation, after a preview of the effect. */
export function ErasePerson({ id, name }: Props) {
  const t = useTranslations("people.personalData.erase");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<ShownError | null>(null);
  const { standing, follow } = useOperation({
    ask: (operationId) => calls.operations.get.query({ id: operationId }),
    onEnd: (ended) => {
      setIsRunning(false);
      // The error envelope, as in a refused call.
      if (ended.status === "FAILED") return setError(ended.error as unknown as ShownError);
      toast.success(t("done"));
      router.replace(paths.people);
      return undefined;
    },
  });
  return (
    <div className="flex flex-col items-start gap-3">
      {error ? <ErrorPanel error={error} /> : null}
      {isRunning ? (
        <>
          <p role="status">{t("running")}</p>
          {standing?.progress ? <Progress {...standing.progress} /> : null}
        </>
      ) : (
        <ConfirmButton
          title={t("title", { name })}
          typedName={name}
          confirmLabel={t("submit")}
          cancelLabel={t("keep")}
          act={async () => {
            setError(null);
            const sent = { attempt: newAttempt(), userId: id };
            const { operationId } = await calls.personalData.erase.mutate(sent);
            setIsRunning(true);
            follow(operationId);
            // A refresh would find no person any more, and stop polling the operation.
            return { stays: true };
          }}
        >
          <p>{t("text")}</p>
          <What id={id} />
          <p className="mt-3">{t("files")}</p>
        </ConfirmButton>
      )}
    </div>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const t = useTranslations("people.personalData.erase");
  return (
    <Meter
      label={t("progress")}
      value={done}
      max={Math.max(total, 1)}
      valueText={t("progressOf", { done, total })}
    />
  );
}

const counts = [
  ["keys", "keyCount"],
  ["webhooks", "webhookCount"],
  ["apps", "appCount"],
  ["feeds", "feedCount"],
  ["notifications", "notificationCount"],
  ["reports", "reportCount"],
  ["recipients", "recipientCount"],
  ["delegations", "delegationCount"],
  ["waiting", "waitingCount"],
] as const;

/** What ends, what is erased, and what stays. Empty categories are left out. */
function What({ id }: { id: string }) {
  const t = useTranslations("people.personalData.erase");
  const format = useFormatter();
  return (
    <Evidence
      label={t("what")}
      loading={t("counting")}
      query={useQuery(useTRPC().personalData.possessions.queryOptions({ userId: id }, asked))}
    >
      {({ approvedDepartments, managedLocations, ...found }: OwnedResources) => (
        <>
          {counts.map(([word, name]) =>
            found[name] > 0 ? <li key={word}>{t(word, { count: found[name] })}</li> : null,
          )}
          {approvedDepartments.length > 0 ? (
            <li>{t("approves", { names: format.list(approvedDepartments) })}</li>
          ) : null}
          {managedLocations.length > 0 ? (
            <li>{t("manages", { names: format.list(managedLocations) })}</li>
          ) : null}
          <li className="font-medium">{t("leave", { count: found.leaveCount })}</li>
        </>
      )}
    </Evidence>
  );
}
