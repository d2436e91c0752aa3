import { useTranslations } from "next-intl";
import { usePageErrorWords } from "@/app/_i18n/error-words";
import type { FieldMessage } from "@/app/_kit/form/read-by";
import { useFaultWords } from "@/app/_kit/form/use-fault-words";
import { errorOf } from "@/app/_trpc/error-of";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import type { DayPart } from "@/drizzle/schema/values";
import type { FieldError } from "@/server/kernel/errors";
import { amountIn } from "@/server/kernel/time/amount";

type Overlap = {
  startDate: string;
  endDate: string;
  startPart: DayPart;
  endPart: DayPart;
  companyLeaveName: string | null;
};
type Lengths = Pick<LeavePreview, "hoursPerDay" | "dayHours">;

const listed = (value: unknown): Overlap[] => (Array.isArray(value) ? (value as Overlap[]) : []);

/**
 * The faults of a leave as texts, with the field to correct.
 * @param name the owner's name; empty for the signed-in user
 */
export function useFaults(name: string) {
  const t = useTranslations("leaves.effect");
  const rules = useTranslations("leaves.rules");
  const dates = useLeaveDates();
  const wordsOf = useFaultWords();
  const errorWords = usePageErrorWords();
  const overlap = ({ companyLeaveName, ...other }: Overlap) =>
    companyLeaveName
      ? t("companyOverlap", { dates: dates(other), companyLeave: companyLeaveName })
      : t("overlap", { dates: dates(other), name: name || "self" });
  const missing = (days: number, lengths: Lengths | null) =>
    t("missing", amountIn(days, lengths?.hoursPerDay ?? null, lengths?.dayHours));
  return {
    /** The faults of an error response. @param lengths of the last preview */
    ofError(error: unknown, lengths: Lengths | null): FieldMessage[] {
      const body = errorOf(error);
      const [other] = listed(body?.details?.overlaps);
      if (body?.code === "CONFLICT" && other) return [{ path: "startDate", message: overlap(other) }];
      if (body?.code === "LEAVE_RULE_BROKEN") return [{ path: "startDate", message: rules("refusedHere") }];
      if (body?.code !== "LEAVE_NEGATIVE_BALANCE") return [];
      const days = body.details?.missing;
      const isOther = body.reason?.key === "countsAgain" || typeof days !== "number";
      return [
        {
          path: "endDate",
          message: isOther ? (errorWords(body).description ?? body.description) : missing(days, lengths),
        },
      ];
    },
    /** The faults of a refused preview. */
    ofFields: (fields: readonly FieldError[]): FieldMessage[] =>
      fields.map(({ path, ...fault }) => ({ path, message: wordsOf(fault) })),
    /** The faults of a preview. */
    ofPreview({ faults, overlaps, balance, ...lengths }: LeavePreview): { path: string; message: string }[] {
      return faults.flatMap(({ code, path, ...fault }) => {
        // Shown with the leave's other rules.
        if (code === "LEAVE_RULE_BROKEN") return [];
        if (code === "CONFLICT") return overlaps.map((other) => ({ path, message: overlap(other) }));
        const days = balance?.missing ?? 0;
        return [
          {
            path,
            message:
              code === "LEAVE_NEGATIVE_BALANCE" && !fault.reason ? missing(days, lengths) : wordsOf(fault),
          },
        ];
      });
    },
  };
}
