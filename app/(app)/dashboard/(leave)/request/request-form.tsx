"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useActionState, useEffect, useState } from "react";
import { usePageErrorWords } from "@/app/_i18n/error-words";
import { useDraft } from "@/app/_kit/form/use-draft";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import type { Choice } from "@/app/_kit/ui/picker";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { makeOfferDue } from "@/app/(app)/dashboard/_shell/push-device";
import { postRequest } from "@/app/(app)/dashboard/(leave)/request/actions";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import { LeaveForm } from "@/app/(app)/dashboard/(leave)/request/leave-form";
import type { RequestTerms } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { LeaveOwnerPicker } from "@/app/(app)/dashboard/(leave)/request/leave-owner-picker";
import type { PlainAnswer } from "@/app/(app)/dashboard/(leave)/request/request-fields";
import { paths } from "@/app/paths";

/** How React encodes an action into a form that works without JavaScript. */
interface Encodable {
  $$FORM_ACTION?: (prefix: string) => unknown;
}

type Props = { post: (form: FormData) => void; children: ReactNode };

/**
 * Suspends everything around a form until its action is encoded. Otherwise only the form would suspend, stream in later, and end up at the
 * bottom of the page if no script moves it into place.
 */
function WhenPostable({ post, children }: Props): ReactNode {
  // Throws the promise that React waits for.
  if (typeof window === "undefined") (post as Encodable).$$FORM_ACTION?.("");
  return children;
}

let shown = 0;

/** Registers the page's own form, so that no sheet opens over it with the same form. @returns unregisters it */
function onPage(): () => void {
  shown++;
  return () => void shown--;
}

export const isOnPage = (): boolean => shown > 0;

export type RequestFormProps = {
  terms: RequestTerms;
  start: Pick<RequestFormValues, "leaveTypeId" | "startDate" | "endDate">;
  /** Whether the user may book for others. */
  forOthers: boolean;
};

type Sheet = { onClose: () => void; onDirty: (isDirty: boolean) => void; isDiscarded: boolean };

const Bare = ({ children }: { children: ReactNode }) => <div className="min-w-0">{children}</div>;
const pickerId = "request-userId";

/** "Request leave": for the user, or for a managed employee. */
export function RequestForm({ start, forOthers, sheet, ...given }: RequestFormProps & { sheet?: Sheet }) {
  const t = useTranslations("leaves");
  const common = useTranslations("common.notAllowed");
  const format = useFormatter();
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const [terms, setTerms] = useState(given.terms);
  const [owner, setOwner] = useState<{ id: string; name: string } | null>(null);
  const firstType = terms.types[0]?.id ?? "";
  const [hasBegun, setBegun] = useState(firstType !== "");
  if (!hasBegun && firstType !== "") setBegun(true);
  const wordsOf = usePageErrorWords();
  const [unreachable, setUnreachable] = useState<string>();
  useEffect(() => (sheet ? undefined : onPage()), [sheet]);
  useDraft(pickerId, owner ?? undefined, (kept) => void choose({ value: kept.id, label: kept.name }));

  const termsFor = (userId: string | undefined) => calls.leaves.terms.query(userId ? { userId } : undefined);
  const choose = async ({ value, label }: Choice) => {
    try {
      setTerms(await termsFor(value));
      setOwner(value ? { id: value, name: label } : null);
      setUnreachable(undefined);
    } catch (error) {
      const refusal = errorOf(error);
      setUnreachable((refusal && wordsOf(refusal).description) ?? t("form.owner.failed", { name: label }));
    }
  };
  // If that fails, too, the old terms stay: the form shows the refusal.
  const renew = () => void termsFor(owner?.id).then(setTerms, () => undefined);
  const names = format.list(terms.administrators.slice(0, 3), "either");
  const above = (
    <>
      {forOthers ? (
        <LeaveOwnerPicker
          id={pickerId}
          owner={owner}
          error={unreachable}
          onChoose={(choice) => void choose(choice)}
        />
      ) : null}
      {terms.types.length === 0 ? (
        <Note
          tone="warning"
          title={t(owner ? "form.owner.noTypes" : "form.noTypes", { name: owner?.name ?? "" })}
        >
          {t("form.noTypesText")}
          {names ? ` ${common("ask", { names })}` : null}
        </Note>
      ) : null}
    </>
  );
  const Frame = sheet ? Bare : Card;
  const [answer, post] = useActionState<PlainAnswer | null, FormData>(postRequest, null);
  // Nothing to fill in until an owner with available leave types is chosen.
  if (!hasBegun)
    return (
      <Frame>
        <div className="flex flex-col gap-5">{above}</div>
      </Frame>
    );
  return (
    <WhenPostable post={post}>
      <LeaveForm
        terms={terms}
        start={
          answer?.values ?? {
            ...start,
            leaveTypeId: start.leaveTypeId || firstType,
            part: "day",
            startPart: "FULL_DAY",
            endPart: "FULL_DAY",
            startTime: "",
            endTime: "",
            reason: "",
            overrideReason: "",
          }
        }
        plain={{ post, answer }}
        name={owner?.name ?? ""}
        userId={owner?.id}
        ask={(leave) => (owner ? { ...leave, userId: owner.id } : leave)}
        send={async (leave, attempt, preview) => {
          const wanted = {
            ...leave,
            ...(owner && { userId: owner.id }),
            rulesVersion: preview?.rulesVersion,
          };
          const { id } = await calls.leaves.request.mutate({ attempt, leave: wanted });
          if (!owner) makeOfferDue();
          toast.success(t(owner || preview?.approval?.required === false ? "form.booked" : "form.sent"));
          // Not push: Back should not lead to a form that was sent.
          router.replace(paths.leave(id));
        }}
        onRefused={renew}
        onDirty={sheet?.onDirty}
        isDiscarded={sheet?.isDiscarded}
        words={{ submit: t(owner ? "form.book" : "form.submit"), guard: t("form.leave") }}
        Frame={Frame}
        effectClassName={sheet ? "" : undefined}
        cancel={
          sheet ? (
            <Button variant="ghost" onClick={sheet.onClose}>
              {t("form.cancel")}
            </Button>
          ) : (
            <LinkButton href={paths.leaves} variant="ghost">
              {t("form.cancel")}
            </LinkButton>
          )
        }
      >
        {above}
      </LeaveForm>
    </WhenPostable>
  );
}
