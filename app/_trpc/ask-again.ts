import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { markCancelled } from "@/app/_trpc/cancelled-calls";
import { errorOf } from "@/app/_trpc/error-of";
import type { AppRouter } from "@/server/api/trpc";

/** Asks the person to prove their second factor. @returns whether they did; false when they cancelled */
type AskForProof = () => Promise<boolean>;

let ask: AskForProof | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the dialog that asks. @returns what takes it away again */
export function askForProofBy(dialog: AskForProof): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** Several calls that are refused at once share one question. */
function askOnce(dialog: AskForProof): Promise<boolean> {
  asking ??= dialog().finally(() => {
    asking = null;
  });
  return asking;
}

/**
 * Where all calls pass: one that is refused because the proof of a second factor is too old (decision 2.19) is sent again after a new
 * proof. Without it, and where no dialog can ask, the refusal stands.
 */
export const askAgainLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      let running = next(op).subscribe({
        ...observer,
        async error(refusal) {
          if (!ask || errorOf(refusal)?.reason?.key !== "proofLapsed") return observer.error(refusal);
          const isProven = await askOnce(ask).catch(() => null);
          if (isOver) return;
          if (isProven) {
            running = next(op).subscribe(observer);
            return;
          }
          if (isProven === false) markCancelled(refusal);
          observer.error(refusal);
        },
      });
      return () => {
        isOver = true;
        running.unsubscribe();
      };
    });
