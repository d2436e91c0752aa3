import { Note } from "@/app/_ui/note";
import type { Prefill } from "@/app/(web)/dashboard/open-api/keys/new/prefill";
import type { ApiKeyView } from "@/server/modules/api-keys/present";

type Props = { prefill: Prefill; replaced: ApiKeyView | undefined };

/** Says where the values in the form come from, and what could not be filled in. */
export function PrefillNote({ prefill, replaced }: Props) {
  if (!replaced && !prefill.byLink) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      {replaced ? (
        <Note title={`This key will replace ${replaced.name}.`}>
          It starts with the same scopes; untick what is no longer needed. The old key keeps working until you
          revoke it.
        </Note>
      ) : (
        <Note title="This form was filled in by a link.">Check every scope.</Note>
      )}
      {prefill.refused.length > 0 ? (
        <Note tone="warning" title="Left out, because your role does not allow it or it is not a scope:">
          <code className="font-mono text-xs wrap-anywhere">{prefill.refused.join(", ")}</code>
        </Note>
      ) : null}
    </div>
  );
}
