import type { Response } from "@playwright/test";

/** Where a page's forms may lead, as its content security policy says. */
export const formAction = (shown: Response | null): string | undefined =>
  /(?:^|; )form-action ([^;]*)/.exec(shown?.headers()["content-security-policy"] ?? "")?.[1];
