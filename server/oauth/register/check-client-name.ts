import { hasHidden } from "@/server/kernel/text/text-rules";
import { OauthError } from "../errors";
import type { Metadata } from "./read-metadata";

const maximumLength = 1000;

/** client_name: text that can be shown to a user. */
export function checkClientName({ client_name: given }: Metadata): string {
  const name = typeof given === "string" ? given.normalize("NFC") : given;
  if (typeof name !== "string" || name.trim() === "")
    throw new OauthError("invalid_client_metadata", "client_name is required and must be a string.");
  // A lone surrogate cannot be stored; other misleading text is left to the consent page to defuse.
  if (name.length > maximumLength || hasHidden(name) || !name.isWellFormed())
    throw new OauthError(
      "invalid_client_metadata",
      `client_name must be well-formed text of at most ${maximumLength} characters, without control, bidi-override or hidden characters.`,
    );
  return name;
}
