"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Badge } from "@/app/_ui/badge";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { DataTable } from "@/app/_ui/data-table";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { RelativeTime } from "@/app/_ui/relative-time";
import { useToast } from "@/app/_ui/toast";
import { browserWords } from "@/app/(web)/dashboard/settings/(profile)/browser-words";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { counted } from "@/app/(web)/dashboard/words";
import type { SessionItem } from "@/server/signin/schema";

/** Every browser in which the person is signed in, and the way to end all but this one. */
export function Sessions({ sessions }: { sessions: readonly SessionItem[] }) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <Card
      title="Active sessions"
      titleId="sessions"
      description="Where you are signed in. A session ends by itself after a week without use."
      actions={others > 0 ? <SignOutElsewhere count={others} /> : undefined}
    >
      <DataTable
        caption="Active sessions"
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          {
            label: "Browser",
            header: true,
            cell: ({ userAgent, isCurrent }) => (
              <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
                {browserWords(userAgent)}
                {isCurrent ? <Badge tone="accent">This browser</Badge> : null}
              </span>
            ),
          },
          { label: "IP address", cell: ({ ip }) => ip ?? "Unknown" },
          { label: "Signed in", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          { label: "Last seen", cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
        ]}
      />
    </Card>
  );
}

function SignOutElsewhere({ count }: { count: number }) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const revoke = useMutation(useTRPC().sessions.revokeOthers.mutationOptions());
  const confirm = async () => {
    const { revokedCount } = await revoke.mutateAsync();
    toast.success(`Signed out of ${counted(revokedCount, "other session")}`);
    router.refresh();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Sign out everywhere else</Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        cancelLabel="Stay signed in"
        onConfirm={confirm}
        error={revoke.error ? <ErrorPanel error={shownError(revoke.error)} /> : null}
      >
        {counted(count, "other session")} {count === 1 ? "ends" : "end"} at once. Connected apps and API keys
        go on working.
      </AlertDialog>
    </>
  );
}
