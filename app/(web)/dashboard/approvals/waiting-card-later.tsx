"use client";

import dynamic from "next/dynamic";

/** A separate chunk: most users never have anything to decide. */
export const WaitingCardLater = dynamic(() =>
  import("@/app/(web)/dashboard/approvals/waiting-card").then(({ WaitingCard }) => WaitingCard),
);
