"use client";

import { useEffect } from "react";
import { useTRPCClient } from "@/app/_trpc/client";

/** Records a visit to the errors page on the server; a prefetch is no visit. */
export function NoteVisit() {
  const client = useTRPCClient();
  useEffect(() => {
    // The visit mark is a convenience: a failure is not worth reporting.
    client.requestLog.noteErrorsVisit.mutate().catch(() => undefined);
  }, [client]);
  return null;
}
