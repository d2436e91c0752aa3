/** The assistants with setup steps, and any other MCP client. */
export const assistants = ["claude", "chatgpt", "cursor", "vscode", "other"] as const;
export type Assistant = (typeof assistants)[number];

export const isAssistant = (text: unknown): text is Assistant =>
  (assistants as readonly unknown[]).includes(text);

const name = "timeaway";
const pretty = (value: object): string => JSON.stringify(value, null, 2);

/** Deep link: opens Cursor with the server filled in. */
export const cursorLink = (url: string): string =>
  `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({
    name,
    config: Buffer.from(JSON.stringify({ url })).toString("base64"),
  })}`;
export const cursorFile = (url: string): string => pretty({ mcpServers: { [name]: { url } } });

const vscodeServer = (url: string) => ({ type: "http", url });
/** Deep link: opens VS Code with the server filled in. */
export const vscodeLink = (url: string): string =>
  `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...vscodeServer(url) }))}`;
export const vscodeCommand = (url: string): string =>
  `code --add-mcp '${JSON.stringify({ name, ...vscodeServer(url) })}'`;
export const vscodeFile = (url: string): string => pretty({ servers: { [name]: vscodeServer(url) } });

export const claudeCommand = (url: string): string => `claude mcp add --transport http ${name} ${url}`;

/** Whether a cloud assistant cannot reach the URL: plain HTTP, or local to this machine or its network. */
export function isNearby(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    protocol !== "https:" ||
    hostname === "localhost" ||
    hostname.endsWith(".local") ||
    /^(127|10|192\.168)\.|^\[/.test(hostname)
  );
}
