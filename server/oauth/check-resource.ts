import type { Settings } from "@/server/kernel/env";
import type { Services } from "@/server/kernel/services";
import { OauthError } from "./errors";
import type { Params } from "./params";

/** An http URL without userinfo, query and fragment: scheme and host, then the path. */
const absolute = /^(https?:\/\/[^/?#@\s\\]+)(\/[^?#\s\\]*)?$/i;

/** The form to compare: the case of scheme and host, and one trailing slash, do not matter (decision 13.2). */
function comparable(url: string): string | null {
  const [match, origin = "", path = ""] = absolute.exec(url) ?? [];
  return match === undefined ? null : origin.toLowerCase() + path.replace(/\/$/, "");
}

const ours = new WeakMap<Settings, ReadonlySet<string>>();

function oursOf(settings: Settings): ReadonlySet<string> {
  const made =
    ours.get(settings) ??
    new Set(
      [settings.mcpUrl, new URL(settings.mcpUrl).origin, settings.baseUrl].flatMap(
        (url) => comparable(url) ?? [],
      ),
    );
  ours.set(settings, made);
  return made;
}

/**
 * resource (RFC 8707, 2): the requested audience of the tokens. Every token of ours is for our one interface, so nothing has to be stored.
 * @throws OauthError invalid_target when one of several is not ours
 */
export function checkResource({ settings }: Services, { resources }: Params): void {
  const known = oursOf(settings);
  const isOurs = (resource: unknown): boolean =>
    typeof resource === "string" && known.has(comparable(resource) ?? "");
  if (!resources.every(isOurs))
    throw new OauthError("invalid_target", "resource must be an address of this service.");
}
