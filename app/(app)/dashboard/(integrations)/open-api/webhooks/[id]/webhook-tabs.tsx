"use client";

import dynamic from "next/dynamic";

// Separate chunks: only one tab is visible at a time.
export const Deliveries = dynamic(() =>
  import("@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries").then(
    ({ Deliveries: Tab }) => Tab,
  ),
);
export const WebhookSettings = dynamic(() =>
  import("@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/webhook-settings").then(
    ({ WebhookSettings: Tab }) => Tab,
  ),
);
export const WebhookSecret = dynamic(() =>
  import("@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/webhook-secret").then(
    ({ WebhookSecret: Tab }) => Tab,
  ),
);
