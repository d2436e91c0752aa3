import { minute, plus, second } from "@/server/kernel/time/clock";
import { type Http, type HttpAnswer, isAnswer } from "./http";
import { failed, type Outcome, retry } from "./outcome";

export interface Bot {
  /** `https://login.microsoftonline.com` in production. */
  loginUrl: string;
  /** The connector's base URL, `https://smba.trafficmanager.net/teams` in production. */
  serviceUrl: string;
  appId: string;
  appPassword: string;
  tenantId: string;
}

interface Token {
  value: string;
  usableUntil: Date;
}

const scope = "https://api.botframework.com/.default";
const longestWaitMs = 3600 * second;

/** A cache of bots' access tokens until they expire. One per sending part of a process. */
export class BotTokens {
  private readonly tokens = new Map<string, Token>();
  private readonly asked = new Map<string, Promise<string | Outcome>>();

  private keyOf = ({ loginUrl, tenantId, appId, appPassword }: Bot) =>
    [loginUrl, tenantId, appId, appPassword].join("\n");

  forget(bot: Bot): void {
    this.tokens.delete(this.keyOf(bot));
  }

  /** @returns the token, or the outcome without one */
  async get(http: Http, bot: Bot, now: Date): Promise<string | Outcome> {
    const kept = this.tokens.get(this.keyOf(bot));
    if (kept && kept.usableUntil > now) return kept.value;
    // Concurrent messages share one token request.
    const asked = this.asked.get(this.keyOf(bot)) ?? this.ask(http, bot, now);
    this.asked.set(this.keyOf(bot), asked);
    return asked.finally(() => this.asked.delete(this.keyOf(bot)));
  }

  private async ask(http: Http, bot: Bot, now: Date): Promise<string | Outcome> {
    const answer = await http.post({
      url: `${bot.loginUrl}/${encodeURIComponent(bot.tenantId)}/oauth2/v2.0/token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: bot.appId,
        client_secret: bot.appPassword,
        scope,
      }).toString(),
    });
    // Nothing was posted yet, so a missing response cannot mean a sent message.
    if (!isAnswer(answer)) return retry("UNAVAILABLE", "The sign-in service didn't respond.");
    return this.read(bot, answer, now);
  }

  private read(bot: Bot, { status, json, retryAfterMs }: HttpAnswer, now: Date): string | Outcome {
    if (status === 429)
      return retry("RATE_LIMITED", "The sign-in service is rate limiting requests.", retryAfterMs);
    if (status >= 500) return retry("UNAVAILABLE", `The sign-in service answered ${status}.`);
    const value = json?.access_token;
    if (status === 200 && typeof value === "string") {
      const lifetime = Number(json?.expires_in) || 300;
      const usableUntil = plus(now, Math.max(0, lifetime * second - 5 * minute));
      this.tokens.set(this.keyOf(bot), { value, usableUntil });
      return value;
    }
    if (!json) return retry("INVALID_RESPONSE", `The sign-in service answered ${status} without JSON.`);
    return failed("UNAUTHORIZED", String(json.error ?? `status ${status}`).slice(0, 100));
  }
}

export interface ChannelMessage {
  channelId: string;
  /** The team, if known. */
  teamId: string | null;
  summary: string;
  card: unknown;
}

const bodyOf = ({ tenantId, appId }: Bot, { channelId, teamId, summary, card }: ChannelMessage) => ({
  isGroup: true,
  bot: { id: `28:${appId}` },
  tenantId,
  channelData: {
    channel: { id: channelId },
    tenant: { id: tenantId },
    ...(teamId !== null && { team: { id: teamId } }),
  },
  activity: {
    type: "message",
    summary,
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }],
  },
});

function messageOf({ json, text, status }: HttpAnswer): string {
  const error = json?.error as { code?: unknown; message?: unknown } | undefined;
  return error?.code
    ? `${status} ${String(error.code)}: ${String(error.message ?? "")}`.slice(0, 200)
    : `${status} ${json ? "" : text.slice(0, 60)}`.trim();
}

function outcomeOf(answer: HttpAnswer): Outcome {
  const { status, json, retryAfterMs = 30 * second } = answer;
  if (status === 200 || status === 201) {
    if (!json) return retry("INVALID_RESPONSE", "The connector's response isn't JSON.");
    const id = json.activityId ?? json.id;
    return { kind: "sent", providerId: typeof id === "string" ? id : null };
  }
  if (status === 429) return retry("RATE_LIMITED", messageOf(answer), Math.min(retryAfterMs, longestWaitMs));
  if (status === 412 || status >= 500) return retry("UNAVAILABLE", messageOf(answer));
  return failed(status === 401 ? "UNAUTHORIZED" : "REFUSED", messageOf(answer));
}

/**
 * Starts a conversation in a channel with the message. A 401 may mean that the token expired early: a new one is tried once.
 * @returns `providerId` is the activity's id
 */
export async function postToChannel(
  http: Http,
  tokens: BotTokens,
  bot: Bot,
  message: ChannelMessage,
  now: Date,
): Promise<Outcome> {
  for (let tries = 0; ; tries++) {
    const token = await tokens.get(http, bot, now);
    if (typeof token !== "string") return token;
    const answer = await http.post({
      url: `${bot.serviceUrl}/v3/conversations`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(bodyOf(bot, message)),
    });
    if (!isAnswer(answer)) return answer;
    if (answer.status !== 401 || tries > 0) return outcomeOf(answer);
    tokens.forget(bot);
  }
}
