import type { Visibility } from "@/drizzle/schema/values";
import type { RedirectTarget } from "../redirect-uri";

/** Why a request cannot be answered now. */
export type Refused =
  /** Unknown, or older than ten minutes. */
  | "expired"
  /** The client was deleted, or no longer has this redirect URI or scope. */
  | "client-gone"
  /** Allowed or denied before: the Back button, a second submit. */
  | "answered"
  /** Another browser viewed it first. */
  | "other-browser"
  /** Another user viewed it first in this browser; "Use another account" releases the request. */
  | "other-user"
  /** The client belongs to another workspace than the user. */
  | "other-workspace"
  /** The user's workspace allows only apps that an administrator listed (decision 13.9). */
  | "app-not-allowed"
  /** The form's token is missing, or was made for another request, user, session or browser. */
  | "forged";

/** What the consent page shows. */
export interface ConsentRequest {
  client: {
    /** client_id. */
    id: string;
    name: string;
    isConfidential: boolean;
    /** Made by an administrator of the user's own workspace. */
    isOfWorkspace: boolean;
    registeredAt: Date;
    /** The host of its metadata document (decision 13.3); null when it was registered. */
    host: string | null;
    /** How many users of the workspace have it connected; 0: first seen here. */
    peopleCount: number;
  };
  /** `isAvailable`: the workspace allows it to be granted (decision 13.4). */
  scopes: { name: string; isNew: boolean; isAvailable: boolean }[];
  /** Which colleagues the workspace shows the user now, and therefore the app. */
  visibility: Visibility;
  /** The write scopes that the app can use once this is allowed, including those of earlier grants. */
  writes: string[];
  /** Short when everything requested is granted already (decision 3.7). */
  form: "full" | "short";
  target: RedirectTarget;
  /** Goes into the form and comes back to `answerAuthorization`. */
  token: string;
}

export type Authorization =
  | { state: "ready"; request: ConsentRequest }
  | { state: "sign-in"; clientName: string }
  /** No page may be shown (`prompt=none`): `location` leads back to the client with an error. */
  | { state: "returned"; location: string }
  | { state: Refused };

/** `location` may have a private-use scheme. */
export type Answered =
  | { state: "redirect"; location: string; clientName: string }
  /** The sign-in session has just ended, or is too old for the request. */
  | { state: "signed-out" }
  | { state: Refused };
