"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import type { LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { LeaveForm } from "@/app/(app)/dashboard/(leave)/request/leave-form";
import { formOfLeave, type RequestTerms } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { paths } from "@/app/paths";

/** "Edit leave": the request form, filled in. Reports a concurrent edit and keeps the user's input. */
export function EditForm({ leave, terms }: { leave: LeaveDetails; terms: RequestTerms }) {
  const t = useTranslations("leaves");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const { id, version } = leave;
  const [opened] = useState(version);
  return (
    <LeaveForm
      terms={terms}
      start={formOfLeave(leave)}
      name={leave.isOwn ? "" : leave.person.name}
      userId={leave.isOwn ? undefined : leave.userId}
      ask={(patch) => ({ leaveId: id, ...patch })}
      of={version}
      keepsDecision={!leave.isOwn}
      send={async (leaveChange, attempt, preview) => {
        const patch = { ...leaveChange, rulesVersion: preview?.rulesVersion };
        await calls.leaves.edit.mutate({ id, attempt, version, patch });
        toast.success(t(leave.editNeedsConsent ? "change.done" : "edit.saved"));
        router.replace(paths.leave(id));
        // The router cache may have the old page.
        router.refresh();
      }}
      onRefused={() => router.refresh()}
      words={{ submit: t(leave.editNeedsConsent ? "change.submit" : "edit.submit"), guard: t("edit.leave") }}
      Frame={Card}
      cancel={
        <LinkButton href={paths.leave(id)} variant="ghost">
          {t("form.cancel")}
        </LinkButton>
      }
    >
      {leave.editNeedsConsent ? (
        <Note tone="info" title={t("change.title")}>
          {t("change.text")}
        </Note>
      ) : null}
      {version === opened ? null : <Changed leave={leave} />}
    </LeaveForm>
  );
}

function Changed({ leave }: { leave: LeaveDetails }) {
  const t = useTranslations("leaves");
  const dates = useLeaveDates();
  return (
    <Note tone="warning" title={t("edit.changed")}>
      {t("edit.changedTo", {
        dates: dates(leave),
        type: leave.type?.name ?? t("one.private"),
        status: t(`status.${leave.status}`),
      })}
    </Note>
  );
}
