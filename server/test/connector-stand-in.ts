import { type HttpStandIn, type StandInAnswer, type StandInRequest, startHttp } from "./http-stand-in";

export const bot = {
  appId: "11111111-1111-1111-1111-111111111111",
  tenantId: "22222222-2222-2222-2222-222222222222",
  appPassword: "bot~password~1",
};

interface Card {
  type: string;
  version: string;
  body: { type: string; inlines: { type: string; text: string }[] }[];
}
interface ConnectorPost {
  isGroup: boolean;
  tenantId: string;
  channelData: { channel: { id: string }; team?: { id: string }; tenant: { id: string } };
  activity: { type: string; summary: string; attachments: { contentType: string; content: Card }[] };
}

export interface ConnectorStandIn extends HttpStandIn {
  posts: ConnectorPost[];
  /** Answers given before the normal ones, in order. */
  next: StandInAnswer[];
  tokensGiven: number;
  /** The accepted token; others get a 401. */
  token: string;
}

const fault = (status: number, code: string, message: string): StandInAnswer => ({
  status,
  body: { error: { code, message } },
});

function giveToken(connector: ConnectorStandIn, { headers, body }: StandInRequest): StandInAnswer {
  if (headers["content-type"] !== "application/x-www-form-urlencoded")
    return { status: 400, body: { error: "invalid_request" } };
  const form = new URLSearchParams(body);
  if (form.get("grant_type") !== "client_credentials")
    return { status: 400, body: { error: "unsupported_grant_type" } };
  if (form.get("scope") !== "https://api.botframework.com/.default")
    return { status: 400, body: { error: "invalid_scope" } };
  if (form.get("client_id") !== bot.appId || form.get("client_secret") !== bot.appPassword)
    return { status: 401, body: { error: "invalid_client" } };
  connector.tokensGiven++;
  return { status: 200, body: { token_type: "Bearer", expires_in: 3600, access_token: connector.token } };
}

function startConversation(connector: ConnectorStandIn, { headers, body }: StandInRequest): StandInAnswer {
  if (headers.authorization !== `Bearer ${connector.token}`)
    return fault(401, "Unauthorized", "Authorization has been denied for this request.");
  const post = JSON.parse(body) as ConnectorPost;
  if (Buffer.byteLength(body) > 28 * 1024) return fault(413, "MessageSizeTooBig", "Message size too large.");
  const channel = post.channelData?.channel?.id;
  if (!post.isGroup || !channel || post.activity?.type !== "message")
    return fault(400, "BadSyntax", "Incorrect conversation creation parameters");
  if (channel.startsWith("19:none")) return fault(404, "ConversationNotFound", "Conversation not found.");
  if (channel.startsWith("19:out"))
    return fault(403, "BotNotInConversationRoster", "The bot is not part of the conversation roster.");
  const [attachment] = post.activity.attachments;
  if (attachment?.contentType !== "application/vnd.microsoft.card.adaptive")
    return fault(400, "BadSyntax", "Unknown attachment type");
  connector.posts.push(post);
  return {
    status: 201,
    body: { id: `${channel};messageid=${connector.posts.length}`, activityId: `${connector.posts.length}` },
  };
}

/** Microsoft's token endpoint and the Bot Framework connector, with their documented request formats and errors. */
export async function startConnector(port = 0): Promise<ConnectorStandIn> {
  const connector = {} as ConnectorStandIn;
  const server = await startHttp((request) => {
    if (request.method !== "POST") return { status: 405, body: "" };
    if (request.path === `/login/${bot.tenantId}/oauth2/v2.0/token`) return giveToken(connector, request);
    if (request.path !== "/teams/v3/conversations") return fault(404, "NotFound", "No such route");
    return connector.next.shift() ?? startConversation(connector, request);
  }, port);
  return Object.assign(connector, server, { posts: [], next: [], tokensGiven: 0, token: "token-1" });
}
