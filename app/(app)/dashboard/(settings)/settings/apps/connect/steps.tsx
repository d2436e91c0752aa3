import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { CodeBlock } from "@/app/_kit/ui/code-block";

/** The assistants with setup steps, and any other MCP client. */
export const assistants = ["claude", "chatgpt", "cursor", "vscode", "other"] as const;
export type Assistant = (typeof assistants)[number];

export const isAssistant = (text: unknown): text is Assistant =>
  (assistants as readonly unknown[]).includes(text);

const name = "timeaway";
const pretty = (value: object): string => JSON.stringify(value, null, 2);

/** Deep link: opens Cursor with the server filled in. */
const cursorLink = (url: string): string =>
  `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({
    name,
    config: Buffer.from(JSON.stringify({ url })).toString("base64"),
  })}`;
const cursorFile = (url: string): string => pretty({ mcpServers: { [name]: { url } } });

const vscodeServer = (url: string) => ({ type: "http", url });
/** Deep link: opens VS Code with the server filled in. */
const vscodeLink = (url: string): string =>
  `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...vscodeServer(url) }))}`;
const vscodeCommand = (url: string): string =>
  `code --add-mcp '${JSON.stringify({ name, ...vscodeServer(url) })}'`;
const vscodeFile = (url: string): string => pretty({ servers: { [name]: vscodeServer(url) } });

const claudeCommand = (url: string): string => `claude mcp add --transport http ${name} ${url}`;

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

/** The steps to connect an assistant, in the assistant's own terms. */
export function Steps({ assistant, url }: { assistant: Assistant; url: string }) {
  const t = useTranslations("apps.connect.steps");
  switch (assistant) {
    case "claude":
      return (
        <>
          <Numbered>{[t("claude.1"), t("claude.2"), t("claude.3"), t("claude.4")]}</Numbered>
          <p className="text-muted">{t("claude.note")}</p>
          <CodeBlock label={t("claude.code")} code={claudeCommand(url)} />
        </>
      );
    case "chatgpt":
      return (
        <>
          <Numbered>{[t("chatgpt.1"), t("chatgpt.2"), t("chatgpt.3"), t("chatgpt.4")]}</Numbered>
          <p className="text-muted">{t("chatgpt.note")}</p>
        </>
      );
    case "cursor":
      return (
        <>
          <OpenIn href={cursorLink(url)}>{t("cursor.open")}</OpenIn>
          <Numbered>{[t("cursor.1"), t("cursor.2"), t("cursor.3")]}</Numbered>
          <CodeBlock label={t("cursor.file")} code={cursorFile(url)} />
        </>
      );
    case "vscode":
      return (
        <>
          <OpenIn href={vscodeLink(url)}>{t("vscode.open")}</OpenIn>
          <Numbered>{[t("vscode.1"), t("vscode.2"), t("vscode.3")]}</Numbered>
          <CodeBlock label={t("vscode.command")} code={vscodeCommand(url)} />
          <CodeBlock label={t("vscode.file")} code={vscodeFile(url)} />
        </>
      );
    case "other":
      return (
        <>
          <Numbered>{[t("other.1"), t("other.2"), t("other.3")]}</Numbered>
          <p className="text-muted">{t("other.note")}</p>
        </>
      );
  }
}

function Numbered({ children }: { children: readonly string[] }) {
  return (
    <ol className="flex max-w-[70ch] list-decimal flex-col gap-1.5 ps-5">
      {children.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

/** Not a Link: the URL opens another program. */
function OpenIn({ href, children }: { href: string; children: ReactNode }) {
  return (
    <div>
      <a href={href} className={buttonStyles({ variant: "primary" })}>
        {children}
      </a>
    </div>
  );
}
