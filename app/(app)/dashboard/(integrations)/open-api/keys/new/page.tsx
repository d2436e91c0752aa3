import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { Note } from "@/app/_kit/ui/note";
import { caller } from "@/app/_trpc/server";
import { AddOnOff } from "@/app/(app)/dashboard/(integrations)/open-api/add-on-off";
import { endpointFacts } from "@/app/(app)/dashboard/(integrations)/open-api/endpoint-facts";
import { KeyForm } from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/key-form";
import {
  type Prefill,
  prefillOf,
  replacementOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/prefill";
import { newKey as newKeyPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { services } from "@/server/kernel/process";
import { encodeId } from "@/server/kernel/schema";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";
import { requireActor } from "@/server/signin/session";

type PrefillNoteProps = { prefill: Prefill; replaced: ApiKeyView | undefined };

/** Explains the origin of the prefilled values, and what could not be filled in. */
function PrefillNote({ prefill, replaced }: PrefillNoteProps) {
  const t = useTranslations("keys");
  if (!replaced && !prefill.byLink) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      {replaced ? (
        <Note title={t("prefill.replaces", { name: replaced.name })}>{t("prefill.replacesText")}</Note>
      ) : (
        <Note title={t("prefill.byLink")}>{t("prefill.byLinkText")}</Note>
      )}
      {prefill.refused.length > 0 ? (
        <Note tone="warning" title={t("prefill.refused")}>
          <code className="font-mono text-xs wrap-anywhere">{prefill.refused.join(", ")}</code>
        </Note>
      ) : null}
    </div>
  );
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = metadataOf(newKeyPage);
export default routeOf(newKeyPage, NewKeyPage);

async function NewKeyPage({ searchParams }: Props) {
  const [query, { actor }, t] = await Promise.all([searchParams, requireActor(), getTranslations("keys")]);
  const [terms, replaced] = await Promise.all([
    load(caller().apiKeys.terms()),
    typeof query.replaces === "string" ? load(caller().apiKeys.get({ id: query.replaces })) : null,
  ]);
  const header = <RecordHeader of={newKeyPage} />;
  const failed = terms.error ?? replaced?.error;
  if (failed || !terms.data)
    return (
      <>
        {header}
        {failed ? <LoadError error={failed} /> : null}
      </>
    );
  const { role, reachNames, addOn, administrators, baseUrl } = terms.data;
  if (addOn !== "active")
    return (
      <>
        {header}
        <EmptyState title={t("form.notHere")}>
          <AddOnOff addOn={addOn} administrators={administrators} isAdmin={role === "ADMIN"} />
        </EmptyState>
      </>
    );
  const old = ownKey(replaced?.data, actor.userId);
  const prefill: Prefill = old ? replacementOf(old, role, t) : prefillOf(query, role);
  const { name, description, scopes } = prefill;
  return (
    <>
      {header}
      <PrefillNote prefill={prefill} replaced={old} />
      <KeyForm
        {...{ role, reachNames, baseUrl }}
        // A link to the same page with other values starts a new form.
        key={JSON.stringify([name, scopes, old?.id])}
        endpoints={endpointFacts}
        now={services().clock()}
        start={{ name, description, scopes, replacesKeyId: old?.id }}
      />
    </>
  );
}

/** A replacement acts as its creator, so it can only replace the creator's own key. */
const ownKey = (key: ApiKeyView | undefined, userId: string): ApiKeyView | undefined =>
  key?.ownerId === encodeId("user", userId) ? key : undefined;
