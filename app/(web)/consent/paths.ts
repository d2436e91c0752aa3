/** The consent page of a request. `notice` is shown above the form. */
export const consentPath = (session: string, notice?: "changed"): string =>
  `/oauth/authorize?${new URLSearchParams({ session, ...(notice ? { notice } : {}) })}`;

/** The page for requests that can lead nowhere. */
export const deadEndPath = "/oauth/error";

/** Where the form goes. */
export const answerPath = "/consent/answer";

/** Leads to the app once more, for one that did not come to the front. */
export const openPath = (session: string): string => `/consent/open?${new URLSearchParams({ session })}`;
