"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";

const secondsFresh = 30;

type Count = { count: number; isMore: boolean };

const Context = createContext<{ shown: Count | null; countAnew: () => void }>({
  shown: null,
  countAnew: () => undefined,
});

type Props = {
  /** The count at render time; late when it took too long, null if the visitor decides nothing. */
  first: Count | "late" | null;
  children: ReactNode;
};

/** Counts the signed-in user's pending requests. Counts again when the tab becomes visible: others request leave meanwhile. */
export function WaitingProvider({ first, children }: Props) {
  const { approvals } = useTRPCClient();
  const [known, setKnown] = useState({ first, shown: first === "late" ? null : first });
  if (known.first !== first) setKnown({ first, shown: first === "late" ? known.shown : first });
  const at = useRef(0);
  const countAnew = () => {
    at.current = performance.now();
    approvals.count.query().then(
      (shown) => setKnown((before) => ({ ...before, shown })),
      // The count stays as it was until the next visit.
      () => undefined,
    );
  };
  const isLate = first === "late";
  // biome-ignore lint/correctness/useExhaustiveDependencies: it uses nothing that changes
  useEffect(() => {
    if (isLate) countAnew();
  }, [isLate]);
  const isCounted = first !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it uses nothing that changes
  useEffect(() => {
    if (!isCounted) return;
    const onVisit = () => {
      const isOld = performance.now() - at.current > secondsFresh * 1000;
      if (document.visibilityState === "visible" && isOld) countAnew();
    };
    document.addEventListener("visibilitychange", onVisit);
    return () => document.removeEventListener("visibilitychange", onVisit);
  }, [isCounted]);
  return <Context value={{ shown: known.shown, countAnew }}>{children}</Context>;
}

/** The signed-in user's number of pending requests, beside "Approvals". Renders nothing without any. */
export function WaitingCount() {
  const t = useTranslations("shell");
  const { shown } = use(Context);
  if (!shown?.count) return null;
  const text = shown.isMore ? `${shown.count}+` : String(shown.count);
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center font-medium text-on-accent text-xs tabular-nums leading-5">
      <span aria-hidden>{text}</span>
      <span className="sr-only">{t("waiting", { count: text })}</span>
    </span>
  );
}

/** Counts again after a decision. */
export const useCountAnew = (): (() => void) => use(Context).countAnew;
