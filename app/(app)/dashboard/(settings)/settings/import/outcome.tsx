"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Meter } from "@/app/_kit/ui/meter";
import { NextStep } from "@/app/(app)/dashboard/(leave)/set-up/next-step";
import { Faults } from "@/app/(app)/dashboard/(settings)/settings/import/faults";
import { SetBeside } from "@/app/(app)/dashboard/(settings)/settings/import/set-beside";
import type { Imported } from "@/app/(app)/dashboard/(settings)/settings/import/use-fault-text";
import type { ImportState } from "@/app/(app)/dashboard/(settings)/settings/import/use-import";
import { InvitationLinks } from "@/app/(app)/dashboard/(team)/people/invitation-links";
import { paths } from "@/app/paths";
import { namedKinds } from "@/server/modules/people/places/schema";

/** The progress of an import. */
export function Running({ done, total }: { done: number; total: number }) {
  const t = useTranslations("import.running");
  return (
    <Card title={t("title")} titleId="running" description={t("text")} className="max-w-3xl">
      <Meter label={t("rows")} value={done} max={total} valueText={t("of", { done, total })} />
    </Card>
  );
}

/** The pages that show the imported records. */
const written = {
  people: paths.people,
  leaves: paths.wallchart,
  openings: paths.balances,
  hours: paths.balances,
};

type Props = {
  imported: Imported;
  outcome: Extract<ImportState, { step: "done" }>["outcome"];
  isInviting: boolean;
  isSettingUp: boolean;
  /** Whether the added people get links to pass on. */
  createsLinks: boolean;
  onMore: () => void;
};

/** The outcome of an import. */
export function Outcome({ imported, outcome, isInviting, isSettingUp, createsLinks, onMore }: Props) {
  const t = useTranslations("import");
  const format = useFormatter();
  const { kind } = imported;
  const { createdCount, failed, created, set, addedIds } = outcome;
  const place = useRef<HTMLElement>(null);
  // What was pressed is gone.
  useEffect(() => place.current?.focus(), []);
  return (
    <Card
      ref={place}
      tabIndex={-1}
      title={t("done.title", { count: createdCount, kind })}
      titleId="done"
      description={failed.length > 0 ? t("done.failed", { count: failed.length }) : null}
      className="max-w-4xl outline-none"
    >
      <div className="flex flex-col gap-5" role="status">
        {namedKinds.map((one) =>
          created[one].length === 0 ? null : (
            <p key={one} className="break-words">
              {t("done.created", {
                kind: one,
                count: created[one].length,
                names: format.list(created[one], "all"),
              })}
            </p>
          ),
        )}
        <SetBeside set={set} />
        {isInviting && createdCount > 0 ? <p>{t("invite.done")}</p> : null}
        {createsLinks && addedIds.length > 0 ? <InvitationLinks userIds={addedIds} /> : null}
        {failed.length > 0 ? <Faults imported={imported} failed={failed} /> : null}
        <div className="flex flex-wrap gap-2">
          {isSettingUp ? <NextStep /> : null}
          <LinkButton href={written[kind]} variant={isSettingUp ? "secondary" : "primary"}>
            {t(`done.open.${kind}`)}
          </LinkButton>
          <Button onClick={onMore}>{t("done.more")}</Button>
        </div>
      </div>
    </Card>
  );
}
