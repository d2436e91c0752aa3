"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import { paths } from "@/app/paths";

/** Downloads a person's data. A download can ask for nothing, so a call before it does (decision 2.19). */
export function ExportPerson({ id }: { id: string }) {
  const t = useTranslations("people.personalData");
  const calls = useTRPCClient();
  const { send, error, isPending } = useCall(() => calls.personalData.admitExport.mutate(), {
    onDone: () => window.location.assign(paths.personalData(id)),
  });
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    if (!isPending) void send();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <a href={paths.personalData(id)} onClick={ask} className={buttonStyles({ variant: "secondary" })}>
          {t("export")}
        </a>
        <span className="text-muted">{t("exportText")}</span>
      </div>
      {error ? <ErrorPanel error={error} /> : null}
    </>
  );
}
