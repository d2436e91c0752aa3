"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { asked } from "@/app/_kit/list/evidence";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { UsageEvidence } from "@/app/(app)/dashboard/(integrations)/open-api/usage-evidence";
import type { LegacyKeyView } from "@/server/modules/integrations/legacy-keys/present";

/** Deletes a v1 key for good: not even an import restores it. */
export function DeleteLegacyKey({ view: { id, masked, lastFour } }: { view: LegacyKeyView }) {
  const t = useTranslations("legacy");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      label={t("delete")}
      button={{ size: "sm", variant: "secondary", "aria-label": t("deleteOf", { name: masked }) }}
      title={t("deleteTitle", { name: masked })}
      confirmLabel={t("submit")}
      cancelLabel={t("keep")}
      typedName={lastFour}
      act={async () => {
        await calls.legacyKeys.delete.mutate({ id });
        return { message: t("done", { name: masked }), note: t("doneNote") };
      }}
    >
      <p>{t("text")}</p>
      <Evidence id={id} />
    </ConfirmButton>
  );
}

function Evidence({ id }: { id: string }) {
  const query = useQuery({
    ...useTRPC().legacyKeys.list.queryOptions(undefined, asked),
    select: (keys) => keys.find((key) => key.id === id),
  });
  return <UsageEvidence query={query} />;
}
