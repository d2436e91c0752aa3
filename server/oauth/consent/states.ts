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
  /** Another person viewed it first in this browser; "Use another account" lets go of them. */
  | "other-user"
  /** The client belongs to another workspace than the person. */
  | "other-workspace"
  /** The person's workspace allows only apps that an administrator listed (decision 13.9). */
  | "app-not-allowed"
  /** The form's token is missing, or was made for another request, person, session or browser. */
  | "forged";

/** What the consent page shows. */
export interface ConsentRequest {
  client: {
    /** client_id. */
    id: string;
    name: string;
    isConfidential: boolean;
    /** Made by an administrator of the person's own workspace. */
    isOfWorkspace: boolean;
    registeredAt: Date;
    /** Of the document in which it describes itself (decision 13.3); null when it was registered. */
    host: string | null;
    /** How many people of the workspace have it connected; 0: first seen here. */
    peopleCount: number;
  };
  /** `isAvailable`: the workspace lets it be granted (decision 13.4). */
  scopes: { name: string; isNew: boolean; isAvailable: boolean }[];
  /** Which colleagues the workspace shows the person now, and so the app. */
  visibility: Visibility;
  /** The scopes that change leave which the app can use once this is allowed, with those that it had before. */
  writes: string[];
  /** Short when everything asked for is granted already (decision 3.7). */
  form: "full" | "short";
  target: RedirectTarget;
  /** Goes into the form and comes back to `answerAuthorization`. */
  token: string;
}

export type Authorization =
  | { state: "ready"; request: ConsentRequest }
  | { state: "sign-in"; clientName: string }
  /** Nothing may be shown (`prompt=none`): `location` leads back to the client with an error. */
  | { state: "returned"; location: string }
  | { state: Refused };

/** `location` may have a private-use scheme. */
export type Answered =
  | { state: "redirect"; location: string; clientName: string }
  /** The sign-in session ended in this very moment, or is too old for what was asked. */
  | { state: "signed-out" }
  | { state: Refused };
