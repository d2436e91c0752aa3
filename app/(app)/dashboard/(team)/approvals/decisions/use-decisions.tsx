"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { newAttempt } from "@/app/_kit/form/new-attempt";
import { isModalOpen, isTyping } from "@/app/_kit/page/shortcuts";
import { useToast } from "@/app/_kit/ui/toast";
import { makeOfferDue } from "@/app/(app)/dashboard/_shell/push-device";
import { useCountAnew } from "@/app/(app)/dashboard/_shell/waiting-count";
import {
  conflictOf,
  type Decided,
  type DecisionResult,
  DecisionStore,
  type Queue,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/decision-store";
import { focusHeading, focusRow, rowsIn } from "@/app/(app)/dashboard/(team)/approvals/decisions/focus-row";
import { sendDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/send-decisions";
import { type Action, attemptBefore } from "@/app/(app)/dashboard/(team)/approvals/decisions/undo-queue";
import { useEndWords } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-end-words";
import { kindOf, type Request } from "@/app/(app)/dashboard/(team)/approvals/request";

/** Sends decisions; after one that is done, notifications are offered here. */
const sendAndOffer: typeof sendDecisions = async (batch) => {
  const ends = await sendDecisions(batch);
  if (ends.some(({ kind }) => kind === "done")) makeOfferDue();
  return ends;
};

/** How long a decision can be undone. */
const undoMs = 5_000;

export interface Decisions {
  queue: Queue;
  /** Wraps the list. Its rows carry their ids in `data-row`. */
  place: RefObject<HTMLDivElement | null>;
  decide(requests: readonly Request[], action: Action, reason?: string): void;
  /** Takes the last decision back while it is not sent. */
  undo(): void;
  retry(id: string): void;
  /** The user has read the outcome of a decision. */
  forget(id: string): void;
}

const Context = createContext<Decisions | null>(null);

export function useDecisions(): Decisions {
  const decisions = use(Context);
  if (!decisions) throw new Error("outside of a list of requests");
  return decisions;
}

type Props = {
  children: ReactNode;
  /** Called with the next request to show; null after the last. */
  onMove?: (next: string | null) => void;
  /** Reloads the list after a decision; by default refreshes the whole page. */
  reload?: () => void;
  /** The list disappears with its only request: a refusal must show beside it. */
  isAlone?: boolean;
};

/**
 * Wraps a list of requests. A decided request leaves the list at once, can be undone for five seconds, and is then sent. The next decision,
 * leaving the list or the page, and hiding the page send it at once.
 */
export function DecisionsProvider({ children, onMove, reload, isAlone = false }: Props) {
  const t = useTranslations("approvals");
  const format = useFormatter();
  const router = useRouter();
  const toast = useToast();
  const countAnew = useCountAnew();
  const wordsOf = useEndWords();
  const place = useRef<HTMLDivElement>(null);
  const shownToast = useRef<string | null>(null);
  const isLeft = useRef(false);
  const hasSent = useRef(false);

  const ended = useRef<(ends: readonly DecisionResult[]) => void>(() => undefined);
  const [desk] = useState(() => new DecisionStore(sendAndOffer, (ends) => ended.current(ends)));
  const queue = useSyncExternalStore(desk.subscribe, desk.queue, desk.queue);

  const nameOf = (batch: Decided) => batch.map(({ request }) => request.userName);
  /** Reports a failed decision when no row is left to show it. */
  const report = (end: DecisionResult) => {
    if (end.kind === "done") return;
    const { id, userName: name } = end.decision.request;
    const again = { label: t("again"), onClick: () => desk.retry(id) };
    toast.error(t("notDecided", { name }), {
      description: wordsOf(end),
      ...(end.kind === "unsent" ? { action: again } : {}),
    });
  };
  useEffect(() => {
    ended.current = (ends) => {
      if (isLeft.current) for (const end of ends) report(end);
      else if (isAlone)
        for (const end of ends) if (end.kind === "refused" && conflictOf(end)) toast.error(wordsOf(end));
      // Nothing was sent. Offline, a refresh would become a full page load and lose the held decision.
      if (ends.every(({ kind }) => kind === "unsent")) return;
      hasSent.current = true;
      countAnew();
      if (isLeft.current || !reload) router.refresh();
      else reload();
    };
  });

  const moveTo = (id: string | null) => {
    onMove?.(id);
    // Runs after the closing dialog has restored the focus.
    requestAnimationFrame(() => (id && focusRow(place.current, id)) || focusHeading());
  };

  const undo = () => {
    const { held } = desk.queue();
    if (!held) return;
    desk.undo();
    if (shownToast.current) toast.close(shownToast.current);
    moveTo(held[0]?.request.id ?? null);
  };

  const decide: Decisions["decide"] = (requests, action, reason = "") => {
    const batch = requests.map((request) => {
      const wish = { request, action, reason };
      return { ...wish, attempt: attemptBefore(desk.queue(), wish) ?? newAttempt() };
    });
    const before = shownToast.current;
    const next = nextOf(
      rowsIn(place.current),
      requests.map(({ id }) => id),
    );
    desk.hold(batch);
    if (before) toast.close(before);
    const names = nameOf(batch);
    const [name = ""] = names;
    const word = action === "approve" ? "approved" : "denied";
    const isOne = batch.length === 1;
    const kind = requests[0] ? kindOf(requests[0]) : "";
    shownToast.current = toast.undo(
      isOne ? t(`${kind}${word}`, { name }) : t(`${word}Many`, { count: batch.length }),
      undo,
      {
        timeout: undoMs,
        onClose: () => {
          const isIn = document.activeElement?.closest("[data-held]");
          desk.release(batch);
          // Its row disappears, and "Undo" with it.
          if (isIn) moveTo(next);
        },
        ...(isOne ? {} : { description: format.list(names) }),
      },
    );
    moveTo(next);
  };

  useLeaving(desk, () => {
    isLeft.current = true;
    if (shownToast.current) toast.close(shownToast.current);
    // Pages in the router cache may still show decided requests.
    if (hasSent.current) router.refresh();
  });
  useUndoKey(undo);
  const { retry, forget } = desk;
  return (
    <Context value={{ queue, place, decide, undo, retry, forget }}>
      <div ref={place} className="contents">
        {children}
      </div>
    </Context>
  );
}

/** The row after the decided ones, else the row before. */
function nextOf(rows: readonly string[], decided: readonly string[]): string | null {
  const last = Math.max(...decided.map((id) => rows.indexOf(id)));
  const isLeft = (id: string) => !decided.includes(id);
  return rows.slice(last + 1).find(isLeft) ?? rows.slice(0, Math.max(0, last)).findLast(isLeft) ?? null;
}

/** Sends the held decision when the user leaves and can no longer undo it. @param left called when the list unmounts */
function useLeaving(desk: DecisionStore, left: () => void): void {
  const last = useRef(left);
  useEffect(() => {
    last.current = left;
  });
  useEffect(() => {
    // A hidden page may be killed without a `pagehide` event.
    const onHidden = () => document.visibilityState === "hidden" && desk.releaseNow();
    window.addEventListener("pagehide", desk.releaseNow);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      window.removeEventListener("pagehide", desk.releaseNow);
      document.removeEventListener("visibilitychange", onHidden);
      desk.releaseNow();
      last.current();
    };
  }, [desk]);
}

/** Undo with the standard Ctrl+Z. */
function useUndoKey(undo: () => void): void {
  const last = useRef(undo);
  useEffect(() => {
    last.current = undo;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || event.altKey || isTyping(event) || isModalOpen()) return;
      last.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
