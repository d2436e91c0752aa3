import type { Metadata } from "./read-metadata";
import { supportedList } from "./supported-list";

/** response_types: only `code`. */
export const checkResponseTypes = (body: Metadata): string[] =>
  supportedList(body, "response_types", ["code"]);
