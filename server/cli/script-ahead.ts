import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import type { PageHandler } from "./lean-server";

const manifest = ".next/build-manifest.json";

/**
 * Names the script of every page in the header of a page's answer: a browser asks for it before it has begun to read the page, which a
 * phone does a tenth of a second later.
 * @param build folder of the pages' build
 */
export function withScriptAhead(build: string, pages: PageHandler): PageHandler {
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(build, manifest), "utf8")) as {
    rootMainFiles: string[];
  };
  return (incoming, outgoing) => {
    // Of what Next's router asks for, the browser has the script.
    if (incoming.headers["sec-fetch-dest"] === "document") nameScripts(outgoing, rootMainFiles);
    return pages(incoming, outgoing);
  };
}

/** When the head is written: the nonce that the page's policy asks for is known then. */
function nameScripts(outgoing: ServerResponse, scripts: readonly string[]): void {
  const writeHead = outgoing.writeHead.bind(outgoing) as (
    status: number,
    ...head: unknown[]
  ) => ServerResponse;
  outgoing.writeHead = (status: number, ...head: unknown[]) => {
    const nonce = /'nonce-([^']+)'/.exec(String(outgoing.getHeader("content-security-policy")))?.[1];
    const isPage = String(outgoing.getHeader("content-type")).startsWith("text/html");
    // Behind styles and fonts, as in the page itself.
    if (nonce && isPage)
      for (const script of scripts)
        outgoing.appendHeader(
          "link",
          `</_next/${script}>; rel=preload; as=script; fetchpriority=low; nonce="${nonce}"`,
        );
    return writeHead(status, ...head);
  };
}
