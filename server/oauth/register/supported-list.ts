import { OauthError } from "../errors";
import type { Metadata } from "./read-metadata";

/** A member that lists supported values; all of them when it is absent. @throws OauthError invalid_client_metadata */
export function supportedList(body: Metadata, name: string, supported: readonly string[]): string[] {
  const value = body[name];
  if (value === undefined) return [...supported];
  const list: unknown[] = Array.isArray(value) ? value : [];
  if (list.length === 0 || !list.every((item) => typeof item === "string" && supported.includes(item)))
    throw new OauthError("invalid_client_metadata", `${name} can only contain ${supported.join(" and ")}.`);
  return supported.filter((item) => list.includes(item));
}
