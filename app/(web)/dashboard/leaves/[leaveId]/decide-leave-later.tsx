"use client";

import dynamic from "next/dynamic";

/** A separate chunk: users never decide on their own leave. */
export const DecideLeaveLater = dynamic(() =>
  import("@/app/(web)/dashboard/leaves/[leaveId]/decide-leave").then(({ DecideLeave }) => DecideLeave),
);
