import { apiKeysRouter } from "@/server/modules/api-keys/trpc";
import { legacyKeysRouter } from "@/server/modules/legacy-keys/trpc";
import { webhooksRouter } from "@/server/modules/webhooks/trpc";
import { connectedAppsRouter, oauthClientsRouter } from "@/server/oauth/trpc";
import { sessionsRouter } from "@/server/signin/trpc";
import { router } from "@/server/transport/trpc";

/** Everything that the pages can ask for; one line for each module. */
export const appRouter = router({
  apiKeys: apiKeysRouter,
  connectedApps: connectedAppsRouter,
  legacyKeys: legacyKeysRouter,
  oauthClients: oauthClientsRouter,
  sessions: sessionsRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
