import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { type Bot, BotTokens } from "./connector-api";
import { createHttp } from "./http";
import type { Outcome } from "./outcome";
import { authTest } from "./slack-api";

/** The provider's verdict on credentials, and the facts about their owner. */
export interface Check {
  /** Null when they work. */
  problem: string | null;
  facts: Record<string, string>;
}

const problemOf = (outcome: Outcome): string | null =>
  outcome.kind === "sent"
    ? null
    : "error" in outcome
      ? `${outcome.error}: ${outcome.detail}`
      : outcome.detail;

/** Asks Slack for the owner of a bot token. */
export async function checkSlack({ settings }: Services, token: string): Promise<Check> {
  const http = createHttp();
  try {
    const { outcome, facts } = await authTest(http, { apiUrl: settings.slackApiUrl, token });
    return { problem: problemOf(outcome), facts };
  } finally {
    await http.close();
  }
}

/** The bot of a workspace, with the configured URLs. */
export const botOf = ({ settings }: Services, facts: Record<string, string>, appPassword: string): Bot => ({
  loginUrl: settings.teamsLoginUrl,
  serviceUrl: settings.teamsServiceUrl,
  appId: facts.appId ?? "",
  tenantId: facts.tenantId ?? "",
  appPassword,
});

/** Requests an access token from Microsoft with a bot's credentials. */
export async function checkMicrosoft(
  services: Services,
  facts: Record<string, string>,
  appPassword: string,
): Promise<Check> {
  const http = createHttp();
  try {
    const got = await new BotTokens().get(http, botOf(services, facts, appPassword), services.clock());
    return { problem: typeof got === "string" ? null : problemOf(got), facts };
  } finally {
    await http.close();
  }
}

/** Checks stored credentials. */
export const checkCredentials = (
  services: Services,
  platform: IntegrationPlatform,
  facts: Record<string, string>,
  secret: string,
): Promise<Check> =>
  platform === "slack" ? checkSlack(services, secret) : checkMicrosoft(services, facts, secret);
