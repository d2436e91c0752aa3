"use client";

import dynamic from "next/dynamic";

/** A separate chunk: most users never have anything to decide. */
export const WaitingCardLater = dynamic(() =>
  import("@/app/(app)/dashboard/(team)/approvals/waiting-card").then(({ WaitingCard }) => WaitingCard),
);
