import { invalidGrant } from "../../errors";
import type { Params } from "../../params";

/** The remaining parameters may not be repeated, either (decision 3.13). */
export function checkNoParameterRepeated(params: Params): void {
  if (params.faulty.size > 0) throw invalidGrant("A parameter is repeated or not a string.");
}
