import "server-only";
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { CodeLanguage } from "@/server/api/reference/page";

/** Names the token colours of the theme as CSS variables, which map to our colour roles. */
const theme = createCssVariablesTheme({ name: "roles", variablePrefix: "--" });

const looks: Record<string, string> = {
  "var(--token-keyword)": "text-accent-text",
  "var(--token-function)": "text-accent-text",
  "var(--token-string)": "text-success-text",
  "var(--token-string-expression)": "text-success-text",
  "var(--token-constant)": "text-warning-text",
  "var(--token-comment)": "text-subtle",
};

let made: Promise<HighlighterCore> | undefined;

function highlighter(): Promise<HighlighterCore> {
  made ??= createHighlighterCore({
    // No WebAssembly: the content security policy would have to allow it where pages are rendered at the edge.
    engine: createJavaScriptRegexEngine(),
    themes: [theme],
    langs: [
      import("shiki/dist/langs/bash.mjs"),
      import("shiki/dist/langs/javascript.mjs"),
      import("shiki/dist/langs/python.mjs"),
      import("shiki/dist/langs/go.mjs"),
      import("shiki/dist/langs/json.mjs"),
    ],
  });
  return made;
}

interface Run {
  text: string;
  look: string | undefined;
}

/** Merges adjacent tokens of the same style, to keep the page small. */
function runsOf(lines: readonly { content: string; color?: string }[][]): Run[] {
  const runs: Run[] = [];
  for (const [index, line] of lines.entries()) {
    if (index > 0) line.unshift({ content: "\n" });
    for (const { content, color } of line) {
      const look = content.trim() ? looks[color ?? ""] : runs.at(-1)?.look;
      const last = runs.at(-1);
      if (last && last.look === look) last.text += content;
      else runs.push({ text: content, look });
    }
  }
  return runs;
}

/** No time limit: the cache would keep a truncated result. The input is only our own samples. */
const options = (lang: CodeLanguage) => ({ lang, theme: "roles", tokenizeTimeLimit: 0 });

const coloured = new Map<string, Run[]>();

/** Syntax highlighting on the server: the browser only gets spans and classes. */
export async function Highlighted({ language, code }: { language: CodeLanguage; code: string }) {
  if (language === "http") return code;
  const key = `${language} ${code}`;
  const runs = coloured.get(key) ?? runsOf((await highlighter()).codeToTokensBase(code, options(language)));
  coloured.set(key, runs);
  return runs.map(({ text, look }, place) =>
    look ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal parts differ only by position
      <span key={place} className={look}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}
