import type { useTranslations } from "next-intl";
import { z } from "zod";
import { dateText } from "@/server/kernel/schema";

export type StandInWords = ReturnType<typeof useTranslations<"settings.standIns.form">>;

/** The server's rules, with messages that stand alone in an error summary. */
export const standInForm = (t: StandInWords) =>
  z
    .object({
      userId: z.string(),
      standInId: z.string().min(1, t("standInNeeded")),
      departmentId: z.string(),
      startDate: z.string().refine((text) => dateText.safeParse(text).success, t("startNeeded")),
      endDate: z.string().refine((text) => dateText.safeParse(text).success, t("endNeeded")),
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, { path: ["endDate"], error: t("inOrder") });

export type StandInValues = z.input<ReturnType<typeof standInForm>>;
