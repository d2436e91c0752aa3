"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { asked, Evidence } from "@/app/_kit/list/evidence";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { HandOverField } from "@/app/(app)/dashboard/(team)/people/[userId]/hand-over";
import type { AccessCount } from "@/server/modules/people/people/count-access";
import type { PersonState } from "@/server/modules/people/people/schema";

type Props = {
  id: string;
  name: string;
  state: PersonState;
  /** How many people they are the manager of. */
  peopleCount: number;
};

/** Deactivates or reactivates a person, after a preview of the effect. */
export function ChangeState({ id, name, state, peopleCount }: Props) {
  const [handTo, setHandTo] = useState("");
  const { people } = useTRPCClient();
  const deactivate = useTranslations("people.deactivate");
  const activate = useTranslations("people.activate");
  if (state === "INACTIVE")
    return (
      <ConfirmButton
        tone="primary"
        button={{ variant: "secondary" }}
        title={activate("title", { name })}
        confirmLabel={activate("submit")}
        cancelLabel={activate("keep")}
        act={async () => {
          await people.activate.mutate({ id });
          return { message: activate("done", { name }) };
        }}
      >
        {activate("text", { name })}
      </ConfirmButton>
    );
  return (
    <ConfirmButton
      button={{ variant: "secondary" }}
      title={deactivate("title", { name })}
      confirmLabel={deactivate("submit")}
      cancelLabel={deactivate("keep")}
      act={async () => {
        if (handTo) await people.handOver.mutate({ id, approverId: handTo });
        await people.deactivate.mutate({ id });
        return { message: deactivate("done", { name }) };
      }}
    >
      <p>{deactivate("text")}</p>
      <What id={id} />
      {peopleCount > 0 ? (
        <div className="mt-3">
          <HandOverField count={peopleCount} name={name} value={handTo} onChange={setHandTo} />
        </div>
      ) : null}
      <p className="mt-3">{deactivate("back")}</p>
    </ConfirmButton>
  );
}

/** What stops, and what stays. */
function What({ id }: { id: string }) {
  const t = useTranslations("people.deactivate");
  const format = useFormatter();
  return (
    <Evidence
      label={t("what")}
      loading={t("counting")}
      query={useQuery(useTRPC().people.access.queryOptions({ id }, asked))}
    >
      {({ orphanedDepartments, ...counts }: AccessCount) => (
        <>
          <li>{t("sessions", { count: counts.sessionCount })}</li>
          <li>{t("keys", { count: counts.keyCount })}</li>
          <li>{t("webhooks", { count: counts.webhookCount })}</li>
          <li>{t("apps", { count: counts.appCount })}</li>
          <li>{t("leave", { count: counts.leaveCount })}</li>
          {orphanedDepartments.length > 0 ? (
            <li className="font-medium">
              {t("approvals", {
                count: orphanedDepartments.length,
                names: format.list(orphanedDepartments),
              })}
            </li>
          ) : null}
        </>
      )}
    </Evidence>
  );
}
