"use client";

import dynamic from "next/dynamic";

/** A separate chunk: users never decide on their own leave. */
export const DecideLeaveLater = dynamic(() =>
  import("@/app/(app)/dashboard/(leave)/leaves/[leaveId]/decide-leave").then(
    ({ DecideLeave }) => DecideLeave,
  ),
);
