"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { useTRPCClient } from "@/app/_trpc/client";
import { paths } from "@/app/paths";
import type { Lacks } from "@/server/modules/leave/starting-sets/prepare-location";

/** What a location lacks, and how it gets it: those of the default location, while it is not used. */
export function LocationLacks({ id, lacks: { policies, holidays, like } }: { id: string; lacks: Lacks }) {
  const t = useTranslations("places.lacks");
  const { startingSets } = useTRPCClient();
  const prepare = useCall(() => startingSets.prepare.mutate({ locationId: id }), {
    done: ({ policyCount, holidayCount }) => t("done", { types: policyCount, holidays: holidayCount }),
    refreshes: true,
  });
  if (policies)
    return (
      <Note
        tone="warning"
        title={t("title")}
        actions={
          like === null ? (
            <LinkButton href={paths.leaveTypes}>{t("types")}</LinkButton>
          ) : (
            <Button pending={prepare.isPending} onClick={() => void prepare.send()}>
              {t("fill", { name: like })}
            </Button>
          )
        }
      >
        <p>{t("text", { holidays: holidays ? "no" : "yes" })}</p>
        {like === null ? <p>{t("byHand")}</p> : null}
        {prepare.error ? <ErrorPanel error={prepare.error} /> : null}
      </Note>
    );
  if (!holidays) return null;
  return (
    <Note title={t("freeTitle")} actions={<LinkButton href={paths.holidays}>{t("free")}</LinkButton>}>
      <p>{t("freeText")}</p>
    </Note>
  );
}
