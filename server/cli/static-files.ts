import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { PageHandler } from "./lean-server";

const prefix = "/_next/static/";

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".map": "application/json",
  ".txt": "text/plain",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

/** The smallest encoding first. */
const encodings = [
  { ending: ".br", name: "br", accepted: /\bbr\b/ },
  { ending: ".gz", name: "gzip", accepted: /\bgzip\b/ },
] as const;

/**
 * Serves the scripts and styles of the pages, whose names change with their content, from the build's compressed files: a sixth smaller
 * than Next's compression for each request. All other requests go to the pages.
 *
 * A file is opened before its answer begins: a page older than every build requests deleted files, and must get a 404.
 * @param builds folders of the pages' builds; open pages request files of older ones
 */
export function withStaticFiles(builds: readonly string[], pages: PageHandler): PageHandler {
  const folders = builds.map((build) => path.resolve(build, ".next", "static"));
  return async (incoming, outgoing) => {
    const { url = "", method } = incoming;
    if (!url.startsWith(prefix)) return pages(incoming, outgoing);
    // Next would answer with a 500.
    if (method !== "GET" && method !== "HEAD") {
      outgoing.writeHead(405, { allow: "GET, HEAD", "content-length": 0 }).end();
      return;
    }
    const accepted = String(incoming.headers["accept-encoding"] ?? "");
    const found = await openFirst(folders, url.slice(prefix.length), accepted);
    if (!found) {
      outgoing.writeHead(404, { "cache-control": "no-store", "content-length": 0 }).end();
      return;
    }
    try {
      await send(found, incoming, outgoing);
    } finally {
      await found.handle.close();
    }
  };
}

async function openFirst(
  folders: readonly string[],
  target: string,
  accepted: string,
): Promise<Found | null> {
  for (const folder of folders) {
    const file = fileOf(folder, target);
    const found = file && (await openSmallest(file, accepted));
    if (found) return found;
  }
  return null;
}

/** @returns null for a path that cannot be a file of the build */
function fileOf(folder: string, target: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(target.split("?", 1)[0] ?? "");
  } catch {
    return null;
  }
  const file = path.join(folder, name);
  return file.startsWith(folder + path.sep) && path.extname(file) in types && !name.includes("\0")
    ? file
    : null;
}

interface Found {
  file: string;
  handle: FileHandle;
  encoding?: string;
}

async function openSmallest(file: string, accepted: string): Promise<Found | null> {
  for (const { ending, name, accepted: isAccepted } of encodings) {
    if (!isAccepted.test(accepted)) continue;
    const handle = await openIfThere(file + ending);
    if (handle) return { file, handle, encoding: name };
  }
  const handle = await openIfThere(file);
  return handle && { file, handle };
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return null;
    throw error;
  }
}

/** Sends the whole file for any range: a part of a compressed file is useless. */
async function send(
  { file, handle, encoding }: Found,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { size, mtimeMs } = await handle.stat();
  const etag = `W/"${size}-${Math.floor(mtimeMs)}"`;
  const headers = {
    etag,
    "cache-control": "public,max-age=31536000,immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  };
  if (incoming.headers["if-none-match"] === etag) {
    outgoing.writeHead(304, headers).end();
    return;
  }
  outgoing.writeHead(200, {
    ...headers,
    "content-type": types[path.extname(file)],
    "content-length": size,
    ...(encoding && { "content-encoding": encoding }),
  });
  if (incoming.method === "HEAD") {
    outgoing.end();
    return;
  }
  try {
    await pipeline(handle.createReadStream({ autoClose: false }), outgoing);
  } catch (error) {
    // The client has left.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
