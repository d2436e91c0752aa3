"use client";

import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { DataTable } from "@/app/_ui/data-table";
import { RelativeTime } from "@/app/_ui/relative-time";
import { QuotaMeter } from "@/app/(web)/dashboard/open-api/keys/quota-meter";
import { DeleteLegacyKeyDialog } from "@/app/(web)/dashboard/open-api/legacy/delete-legacy-key-dialog";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";
import { grouped } from "@/app/(web)/dashboard/words";
import type { LegacyKeyView } from "@/server/modules/legacy-keys/present";

/** The table "Legacy API keys (v1)". */
export function LegacyKeysTable({ keys }: { keys: readonly LegacyKeyView[] }) {
  return (
    <DataTable
      caption="Legacy API keys (v1)"
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        {
          label: "Key",
          header: true,
          cell: ({ masked }) => <code className="font-mono text-[0.8125rem]">{masked}</code>,
        },
        {
          label: "Last used",
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : "Never"),
        },
        { label: "Requests today", cell: ({ requestsToday }) => grouped(requestsToday) },
        {
          label: "This month",
          cell: (view) => (
            <div className="w-full max-w-40">
              <QuotaMeter label={`Requests of ${view.masked} this month`} view={view} inline />
            </div>
          ),
        },
        { label: "Imported", cell: ({ importedAt }) => <RelativeTime at={importedAt} /> },
        { label: "Actions", actions: true, cell: (view) => <DeleteButton view={view} /> },
      ]}
    />
  );
}

function DeleteButton({ view }: { view: LegacyKeyView }) {
  const [open, setOpen] = useState(false);
  const place = useHandOverFocus<HTMLSpanElement>();
  return (
    <span ref={place}>
      <Button size="sm" onClick={() => setOpen(true)} aria-label={`Delete legacy key ${view.masked}`}>
        Delete
      </Button>
      <DeleteLegacyKeyDialog view={view} open={open} onOpenChange={setOpen} />
    </span>
  );
}
