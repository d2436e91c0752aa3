"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_ui/card";
import { Faults } from "@/app/(web)/dashboard/settings/import/faults";
import type { Missing as Names } from "@/app/(web)/dashboard/settings/import/find-missing";
import { Missing } from "@/app/(web)/dashboard/settings/import/missing";
import type { Creation } from "@/app/(web)/dashboard/settings/import/use-creation";
import type { FailedRow, Imported } from "@/app/(web)/dashboard/settings/import/use-fault-text";

type Props = {
  imported: Imported;
  names: Names;
  creation: Creation;
  goodCount: number;
  failed: readonly FailedRow[];
};

/** The preview of an import: the rows, the records to create for them, and the faults. */
export function Checked({ imported, names, creation, goodCount, failed }: Props) {
  const t = useTranslations("import.checked");
  return (
    <Card title={t("title")} titleId="checked">
      <div className="flex flex-col gap-5">
        <p role="status">{t("text", { good: goodCount, bad: failed.length })}</p>
        <Missing names={names} creation={creation} />
        {failed.length > 0 ? <Faults imported={imported} failed={failed} /> : null}
      </div>
    </Card>
  );
}
