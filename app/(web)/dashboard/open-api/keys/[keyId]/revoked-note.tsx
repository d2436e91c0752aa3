import { Note } from "@/app/_ui/note";
import { RelativeTime } from "@/app/_ui/relative-time";
import type { ApiKeyView } from "@/server/modules/api-keys/present";

/** Who ended a key and when, or when it ended by itself. */
export function RevokedNote({ view }: { view: ApiKeyView }) {
  if (view.state === "active") return null;
  return (
    <Note
      tone={view.state === "revoked" ? "danger" : "warning"}
      label="Why this key does not work"
      className="mb-5"
    >
      {view.revokedAt ? (
        <>
          Revoked by {view.revokedByName ?? "an operator"} at{" "}
          <RelativeTime at={view.revokedAt} show="local" />. It stays listed for 30 days.
        </>
      ) : view.expiresAt ? (
        <>
          Expired on <RelativeTime at={view.expiresAt} show="local" />. Create a replacement to go on.
        </>
      ) : null}
    </Note>
  );
}
