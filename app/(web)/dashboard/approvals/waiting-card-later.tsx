"use client";

import dynamic from "next/dynamic";

/** Apart from the page's other scripts: most people have nothing to decide, and never need it. */
export const WaitingCardLater = dynamic(() =>
  import("@/app/(web)/dashboard/approvals/waiting-card").then(({ WaitingCard }) => WaitingCard),
);
