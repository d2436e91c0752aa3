import { OauthError } from "../errors";
import type { Metadata } from "./read-metadata";

const maximumLength = 1000;

/** client_name: text that a person can be shown. */
export function checkClientName({ client_name: name }: Metadata): string {
  if (typeof name !== "string" || name.trim() === "")
    throw new OauthError("invalid_client_metadata", "client_name is required and must be a string.");
  // PostgreSQL cannot hold NUL, UTF-8 no lone surrogate; other oddities are the consent page's to defuse.
  if (name.length > maximumLength || name.includes("\0") || !name.isWellFormed())
    throw new OauthError(
      "invalid_client_metadata",
      `client_name must be well-formed text of at most ${maximumLength} characters.`,
    );
  return name;
}
