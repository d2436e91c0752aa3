import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { botOf } from "@/server/modules/messaging/providers/check";
import { BotTokens, postToChannel } from "@/server/modules/messaging/providers/connector-api";
import { createHttp, type Http } from "@/server/modules/messaging/providers/http";
import { loadCredentials } from "@/server/modules/messaging/providers/load-credentials";
import { noteHealth } from "@/server/modules/messaging/providers/note-health";
import { failed, type Outcome } from "@/server/modules/messaging/providers/outcome";
import { postMessage } from "@/server/modules/messaging/providers/slack-api";
import type { PendingMessage } from "./claim-messages";
import { linksOf } from "./links";
import { clean } from "./message";
import { renderCard } from "./render-card";
import { renderSlack } from "./render-slack";

/** Sends to the channels of every platform; owns the connections and access tokens for that. */
export interface Sender {
  send(item: PendingMessage): Promise<Outcome>;
  close(): Promise<void>;
}

interface Tools {
  services: Services;
  http: Http;
  tokens: BotTokens;
}

const notConnected = failed(
  "NOT_CONNECTED",
  "An administrator needs to connect it on the Integrations page.",
);

const linksFor = ({ settings }: Services, { notification }: PendingMessage) =>
  linksOf(settings.appUrl, notification.id);

async function sendSlack({ services, http }: Tools, item: PendingMessage): Promise<Outcome> {
  const { workspaceId, address, message } = item;
  const credentials = await loadCredentials(services, workspaceId, "slack");
  if (!credentials) return notConnected;
  const using = { apiUrl: services.settings.slackApiUrl, token: credentials.secret };
  return postMessage(http, using, {
    channel: address,
    ...renderSlack(message, linksFor(services, item)),
  });
}

async function sendTeams({ services, http, tokens }: Tools, item: PendingMessage): Promise<Outcome> {
  const { workspaceId, address, msGroup, message } = item;
  const credentials = await loadCredentials(services, workspaceId, "microsoft");
  if (!credentials) return notConnected;
  const bot = botOf(services, credentials.facts, credentials.secret);
  const post = {
    channelId: address,
    teamId: msGroup,
    summary: clean(message.title),
    card: renderCard(message, linksFor(services, item)),
  };
  return postToChannel(http, tokens, bot, post, services.clock());
}

const channels: Record<IntegrationPlatform, (tools: Tools, item: PendingMessage) => Promise<Outcome>> = {
  slack: sendSlack,
  microsoft: sendTeams,
};

export function createSender(services: Services): Sender {
  const tools: Tools = { services, http: createHttp(), tokens: new BotTokens() };
  return {
    async send(item) {
      const { platform, workspaceId } = item;
      const outcome = await channels[platform](tools, item);
      if (outcome.kind === "failed" && outcome.error === "UNAUTHORIZED")
        await noteHealth(services, workspaceId, platform, outcome.detail);
      return outcome;
    },
    close: () => tools.http.close(),
  };
}
