import { maximumUrlLength } from "@/server/modules/integrations/webhooks/url-guard";

/** https, a host, a path; no userinfo, no fragment; nothing that a parser would drop or turn into something else. */
const wellFormed = /^https:\/\/[A-Za-z0-9.\-_:[\]]+\/[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** Whether a URL may be a client_id (draft-ietf-oauth-client-id-metadata-document-02, 3). */
export const isDocumentUrl = (url: string): boolean =>
  url.length <= maximumUrlLength && wellFormed.test(url) && !dotSegment.test(url);
