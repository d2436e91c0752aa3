import { statfs } from "node:fs/promises";
import path from "node:path";
import type { Settings } from "@/server/kernel/env";
import { error, type Finding, ok, warning } from "./finding";

const mebibyte = 1024 * 1024;
const littleSpace = 1024 * mebibyte;
const noSpace = 100 * mebibyte;

const isLocal = (url: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);

/** Valid settings that are unlikely to be intended for a server with users. */
export function examineSettings({ appUrl, smtpUrl, trustedProxies, withdrawn }: Settings): Finding[] {
  const found: Finding[] = withdrawn.map((name) =>
    warning("configuration", `${name} is set, and this version ignores it.`, "Remove it."),
  );
  if (isLocal(appUrl))
    return [...found, ok("configuration", `The service is for this machine only: ${appUrl}.`)];
  if (!appUrl.startsWith("https:"))
    found.push(
      warning(
        "configuration",
        `APP_URL is ${appUrl}: what people send is not encrypted.`,
        "Serve it by https.",
      ),
    );
  if (trustedProxies === 0)
    found.push(
      warning(
        "configuration",
        "TRUSTED_PROXIES is 0: behind a proxy, everybody has the proxy's address and its limits.",
        "Set it to the number of proxies in front, if there are any.",
      ),
    );
  if (!smtpUrl)
    found.push(
      warning("configuration", "SMTP_URL is not set: no one gets mail.", "Set it to your mail server."),
    );
  return found.length > 0 ? found : [ok("configuration", `The service is at ${appUrl}.`)];
}

/** Whether the data folder has free space: for the embedded database, files of reports, and mail without a server. */
export async function examineDisk({ dataDir }: Settings): Promise<Finding> {
  const folder = path.resolve(dataDir);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${Math.floor(free / mebibyte)} MiB are free in ${folder}.`;
  const resolution = "Free some space, or give DATA_DIR a larger disk.";
  if (free < noSpace) return error("disk", says, resolution);
  return free < littleSpace ? warning("disk", says, resolution) : ok("disk", says);
}
