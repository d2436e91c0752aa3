import { OauthError } from "../errors";
import type { Metadata } from "./read-metadata";
import { supportedList } from "./supported-list";

/** grant_types: of the two that exist; without authorization_code a client could never get a token (RFC 7591, 2.1). */
export function checkGrantTypes(body: Metadata): string[] {
  const types = supportedList(body, "grant_types", ["authorization_code", "refresh_token"]);
  if (!types.includes("authorization_code"))
    throw new OauthError("invalid_client_metadata", "grant_types must include authorization_code.");
  return types;
}
