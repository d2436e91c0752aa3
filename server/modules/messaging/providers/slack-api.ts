import { second } from "@/server/kernel/time/clock";
import { type Http, type HttpAnswer, isAnswer } from "./http";
import { failed, type Outcome, retry } from "./outcome";

/** Transient errors of Slack itself; it would refuse any other request again. */
const passing = new Set([
  "fatal_error",
  "internal_error",
  "ratelimited",
  "rate_limited",
  "request_timeout",
  "service_unavailable",
  "team_added_to_org",
]);

const credentials = new Set([
  "account_inactive",
  "invalid_auth",
  "missing_scope",
  "no_permission",
  "not_authed",
  "token_expired",
  "token_revoked",
]);

const longestWaitMs = 3600 * second;

export interface SlackCall {
  /** The API's base URL, `https://slack.com/api` in production. */
  apiUrl: string;
  token: string;
}

/** The outcome of Slack's response; `accept` reads a success. */
function outcomeOf(answer: HttpAnswer, accept: (body: Record<string, unknown>) => Outcome): Outcome {
  const { status, json, retryAfterMs = 30 * second } = answer;
  if (status === 429)
    return retry("RATE_LIMITED", "Slack is rate limiting requests.", Math.min(retryAfterMs, longestWaitMs));
  if (status >= 500) return retry("UNAVAILABLE", `Slack answered ${status}.`);
  if (!json || typeof json.ok !== "boolean")
    return retry("INVALID_RESPONSE", `Slack answered ${status} with a response we couldn't read.`);
  if (json.ok) return accept(json);
  const error = String(json.error ?? "unknown_error").slice(0, 100);
  if (error === "ratelimited" || error === "rate_limited")
    return retry("RATE_LIMITED", error, Math.min(retryAfterMs, longestWaitMs));
  if (passing.has(error)) return retry("UNAVAILABLE", error);
  return failed(credentials.has(error) ? "UNAUTHORIZED" : "REFUSED", error);
}

async function call(
  http: Http,
  { apiUrl, token }: SlackCall,
  method: string,
  body: unknown,
  accept: (body: Record<string, unknown>) => Outcome,
): Promise<Outcome> {
  const answer = await http.post({
    url: `${apiUrl}/${method}`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(body),
  });
  return isAnswer(answer) ? outcomeOf(answer, accept) : answer;
}

/** Posts a message into a channel. @returns `providerId` is Slack's `ts` */
export const postMessage = (
  http: Http,
  using: SlackCall,
  message: { channel: string; text: string; blocks: unknown[] },
): Promise<Outcome> =>
  call(
    http,
    using,
    "chat.postMessage",
    { ...message, mrkdwn: false, parse: "none", link_names: false, unfurl_links: false, unfurl_media: false },
    ({ ts }) => ({ kind: "sent", providerId: typeof ts === "string" ? ts : null }),
  );

/** Asks Slack for the token's owner. */
export async function authTest(
  http: Http,
  using: SlackCall,
): Promise<{ outcome: Outcome; facts: Record<string, string> }> {
  const facts: Record<string, string> = {};
  const outcome = await call(http, using, "auth.test", {}, (body) => {
    for (const name of ["team", "team_id", "user", "user_id", "bot_id"])
      if (typeof body[name] === "string") facts[name] = body[name].slice(0, 200);
    return { kind: "sent", providerId: null };
  });
  return { outcome, facts };
}
