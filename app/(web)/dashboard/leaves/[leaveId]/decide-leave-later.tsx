"use client";

import dynamic from "next/dynamic";

/** Apart from the page's other scripts: nobody decides on their own leave. */
export const DecideLeaveLater = dynamic(() =>
  import("@/app/(web)/dashboard/leaves/[leaveId]/decide-leave").then(({ DecideLeave }) => DecideLeave),
);
