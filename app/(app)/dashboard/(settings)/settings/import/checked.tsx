"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Faults } from "@/app/(app)/dashboard/(settings)/settings/import/faults";
import { Missing } from "@/app/(app)/dashboard/(settings)/settings/import/missing";
import { SetBeside } from "@/app/(app)/dashboard/(settings)/settings/import/set-beside";
import type { Imported } from "@/app/(app)/dashboard/(settings)/settings/import/use-fault-text";
import type { ImportState } from "@/app/(app)/dashboard/(settings)/settings/import/use-import";
import type { NamedKind } from "@/server/modules/people/places/schema";

type Props = {
  imported: Imported;
  checked: Extract<ImportState, { step: "checked" }>;
  onCreate: (create: NamedKind[]) => void;
};

/** The preview of an import: the rows, the records to create for them, and the faults. */
export function Checked({ imported, checked, onCreate }: Props) {
  const t = useTranslations("import.checked");
  const { goodCount, failed, report, create, isStale } = checked;
  return (
    <Card title={t("title")} titleId="checked">
      <div className="flex flex-col gap-5" aria-busy={isStale}>
        <div role="status" className="flex flex-col gap-1">
          <p>{t("text", { good: goodCount, bad: failed.length })}</p>
          <SetBeside set={report.set} />
        </div>
        <Missing names={report} create={create} onCreate={onCreate} />
        {failed.length > 0 ? <Faults imported={imported} failed={failed} /> : null}
      </div>
    </Card>
  );
}
