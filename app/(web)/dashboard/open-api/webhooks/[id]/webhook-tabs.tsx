"use client";

import dynamic from "next/dynamic";

// One of them is seen at a time: a page brings the code of its own.
export const Deliveries = dynamic(() =>
  import("@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries").then(({ Deliveries: Tab }) => Tab),
);
export const WebhookSettings = dynamic(() =>
  import("@/app/(web)/dashboard/open-api/webhooks/[id]/webhook-settings").then(
    ({ WebhookSettings: Tab }) => Tab,
  ),
);
export const WebhookSecret = dynamic(() =>
  import("@/app/(web)/dashboard/open-api/webhooks/[id]/webhook-secret").then(({ WebhookSecret: Tab }) => Tab),
);
