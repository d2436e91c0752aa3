"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { usePageErrorWords } from "@/app/_i18n/error-words";
import { shownError } from "@/app/_kit/page/shown-error";
import type { ShownError } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { wasCancelled } from "@/app/_trpc/cancelled-calls";
import { leaveIfSignedOut } from "@/app/_trpc/leave-when-signed-out";

type Options<Input extends unknown[], Output> = {
  /** The toast after success. */
  done?: (
    output: Output,
    ...input: Input
  ) => string | { title: string; note?: string | undefined } | undefined;
  /** Refreshes the page after success. */
  refreshes?: boolean;
  /** Shows an error in a toast rather than as `error`; a string replaces the error's name. */
  errorToast?: boolean | string;
  onDone?: (output: Output, ...input: Input) => void;
  onError?: (error: unknown) => void;
};

type State<Output> = { isPending: boolean; error: ShownError | null; output: Output | undefined };

/**
 * A call to the server on a user's action. A form's own call is `useForm`'s `save`, which shows an error at its field.
 * @param call such as `useTRPCClient().leaves.remind.mutate`
 */
export function useCall<Input extends unknown[], Output>(
  call: (...input: Input) => Promise<Output>,
  { done, refreshes = false, errorToast = false, onDone, onError }: Options<Input, Output> = {},
) {
  const router = useRouter();
  const toast = useToast();
  const toastError = useErrorToast();
  const [state, setState] = useState<State<Output>>({ isPending: false, error: null, output: undefined });
  /** Sends it. An error is shown, not thrown. @returns whether it succeeded */
  const send = async (...input: Input): Promise<boolean> => {
    setState((before) => ({ ...before, isPending: true, error: null }));
    let output: Output;
    try {
      output = await call(...input);
    } catch (error) {
      const shown = shownError(error);
      const isShown = !errorToast && !wasCancelled(error);
      setState((before) => ({ ...before, isPending: false, error: isShown ? shown : null }));
      if (wasCancelled(error) || leaveIfSignedOut(error)) return false;
      if (errorToast) toastError(shown, errorToast === true ? undefined : errorToast);
      onError?.(error);
      return false;
    }
    setState({ isPending: false, error: null, output });
    const words = done?.(output, ...input);
    if (typeof words === "string") toast.success(words);
    else if (words) toast.success(words.title, { description: words.note });
    onDone?.(output, ...input);
    if (refreshes) router.refresh();
    return true;
  };
  return { ...state, send, reset: () => setState((before) => ({ ...before, error: null })) };
}

function useErrorToast(): (error: ShownError, title: string | undefined) => void {
  const toast = useToast();
  const wordsOf = usePageErrorWords();
  return (error, title) => {
    const { name = error.name, description, ownWords, resolution } = wordsOf(error);
    toast.error(title ?? name, {
      description: ownWords ?? ([description, resolution].filter(Boolean).join(" ") || undefined),
    });
  };
}
