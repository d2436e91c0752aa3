/** The consent page of a request. `notice` is shown above the form. */
export const consentPath = (session: string, notice?: "changed"): string =>
  `/oauth/authorize?${new URLSearchParams({ session, ...(notice ? { notice } : {}) })}`;

/** The page for requests that lead nowhere. */
export const deadEndPath = "/oauth/error";

/** The action of the consent form. */
export const answerPath = "/consent/answer";

/** Opens the app again if it did not come to the front. */
export const openPath = (session: string): string => `/consent/open?${new URLSearchParams({ session })}`;
