import { procedure, router } from "@/server/transport/trpc";
import { connectMicrosoft, connectSlack } from "./connect";
import { disconnectIntegration } from "./disconnect";
import { listIntegrations } from "./list";
import { IntegrationRef, MicrosoftConnect, SlackConnect } from "./schema";
import { testConnection } from "./test-connection";

export const integrationsRouter = router({
  list: procedure.query(({ ctx }) => listIntegrations(ctx)),
  connectSlack: procedure.input(SlackConnect).mutation(({ ctx, input }) => connectSlack(ctx, input)),
  connectMicrosoft: procedure
    .input(MicrosoftConnect)
    .mutation(({ ctx, input }) => connectMicrosoft(ctx, input)),
  test: procedure.input(IntegrationRef).mutation(({ ctx, input }) => testConnection(ctx, input)),
  disconnect: procedure.input(IntegrationRef).mutation(({ ctx, input }) => disconnectIntegration(ctx, input)),
});
