import type { Response } from "@playwright/test";

/** The targets that a page's content security policy allows for its forms. */
export const formAction = (shown: Response | null): string | undefined =>
  /(?:^|; )form-action ([^;]*)/.exec(shown?.headers()["content-security-policy"] ?? "")?.[1];
