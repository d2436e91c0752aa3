"use client";

import { useEffect } from "react";
import { useTRPCClient } from "@/app/_trpc/client";

/** Tells the server that somebody looks at the errors; a page that is only fetched ahead is no visit. */
export function NoteVisit() {
  const client = useTRPCClient();
  useEffect(() => {
    // What is new since the last visit is a convenience: that it could not be noted is no reason to disturb.
    client.requestLog.noteErrorsVisit.mutate().catch(() => undefined);
  }, [client]);
  return null;
}
