import { type HttpStandIn, type StandInAnswer, type StandInRequest, startHttp } from "./http-stand-in";

interface RichElement {
  type: string;
  text: string;
  url?: string;
  style?: Record<string, boolean>;
}

export interface SlackPost {
  channel: string;
  text: string;
  blocks: {
    type: string;
    text?: { type: string; text: string };
    elements?: { type: string; text: string; elements?: RichElement[] }[];
  }[];
}

export interface SlackStandIn extends HttpStandIn {
  posts: SlackPost[];
  /** Answers given before the normal ones, in order. */
  next: (StandInAnswer | "ok")[];
}

const refused = (error: string): StandInAnswer => ({ status: 200, body: { ok: false, error } });
export const slackToken = "xoxb-1234567890-abcdefghij";

const maximumOf: Record<string, number> = { header: 150, section: 3000, context: 3000 };

/** Undocumented: the maximum of chat.postMessage for all blocks together, including their containers. */
const maximumOfAll = 13_200;

const isRichElement = ({ type, text, url }: RichElement): boolean =>
  text.length > 0 && (type === "text" || (type === "link" && URL.canParse(url ?? "")));

/** The limits that Slack documents for Block Kit. */
function blocksFault({ blocks }: SlackPost): string | null {
  if (!Array.isArray(blocks) || blocks.length > 50) return "invalid_blocks";
  if (JSON.stringify(blocks).length > maximumOfAll) return "msg_blocks_too_long";
  for (const { type, text, elements } of blocks) {
    if (type === "rich_text") {
      const parts = (elements ?? []).flatMap((element) => element.elements ?? []);
      if (parts.length === 0 || !parts.every(isRichElement)) return "invalid_blocks";
      continue;
    }
    const texts = text ? [text] : (elements ?? []);
    if (!(type in maximumOf) || texts.length === 0 || texts.length > 10) return "invalid_blocks";
    for (const one of texts) {
      if (one.type !== "plain_text" && one.type !== "mrkdwn") return "invalid_blocks";
      if (one.text.length === 0 || one.text.length > (maximumOf[type] ?? 0)) return "invalid_blocks";
      // An unescaped one begins a mention or a link.
      if (/[<>]|&(?!amp;|lt;|gt;)/.test(one.text)) return "invalid_blocks_format";
    }
  }
  return null;
}

function postMessage(slack: SlackStandIn, request: StandInRequest): StandInAnswer {
  const post = JSON.parse(request.body) as SlackPost;
  if (!post.channel) return refused("channel_not_found");
  if (post.channel.startsWith("CNONE")) return refused("channel_not_found");
  if (post.channel.startsWith("COUT")) return refused("not_in_channel");
  if (!post.text && !post.blocks) return refused("no_text");
  if (post.text.length > 40_000) return refused("msg_too_long");
  const fault = blocksFault(post);
  if (fault) return refused(fault);
  slack.posts.push(post);
  return { status: 200, body: { ok: true, channel: post.channel, ts: `1700000000.${slack.posts.length}` } };
}

/** A message as shown in a channel, line by line. */
export const shownText = ({ blocks }: SlackPost): string =>
  blocks
    .map(({ text, elements = [] }) =>
      text
        ? text.text
        : elements.map((one) => one.elements?.map((part) => part.text).join("") ?? one.text).join("\n"),
    )
    .join("\n");

/** Slack's `chat.postMessage` and `auth.test`, with their documented request formats and errors. */
export async function startSlack(port = 0): Promise<SlackStandIn> {
  const slack = {} as SlackStandIn;
  const server = await startHttp((request) => {
    const scripted = slack.next.shift();
    if (scripted !== undefined && scripted !== "ok") return scripted;
    if (request.method !== "POST") return { status: 405, body: "" };
    if (request.headers.authorization !== `Bearer ${slackToken}`) return refused("invalid_auth");
    if (!/^application\/json; charset=utf-8$/.test(request.headers["content-type"] ?? ""))
      return refused("invalid_post_type");
    if (request.path === "/auth.test")
      return {
        status: 200,
        body: { ok: true, team: "Acme", team_id: "T1", user: "timeaway", user_id: "U1", bot_id: "B1" },
      };
    return request.path === "/chat.postMessage" ? postMessage(slack, request) : refused("unknown_method");
  }, port);
  return Object.assign(slack, server, { posts: [], next: [] });
}
