import { z } from "zod";
import { type FilterOf, listInput, sortInput } from "@/server/kernel/list-input";
import { dateText, patchOf, wireDate, wireId, wireInstant } from "@/server/kernel/schema";

const dueOn = dateText.meta({ description: "The last day to hand it in, today or later." });

export const CertificateAsk = z
  .strictObject({
    dueOn: dueOn.optional().meta({
      description:
        "The last day to hand it in. Defaults to the days of the PROOF rule, or three, from today, or from the leave's first day if that is later.",
    }),
  })
  .optional()
  .meta({ id: "LeaveCertificateAsk" });

export const CertificatePatch = patchOf(
  z.strictObject({
    dueOn,
    isReceived: z.boolean().meta({ description: "True if you have it, on paper for example." }),
  }),
).meta({ id: "LeaveCertificatePatch", description: "Fields you don't send keep their value." });
export type CertificatePatch = z.output<typeof CertificatePatch>;

/** The standings of a certificate by which the list on its page is filtered; `open` is what is not handed in. */
export const certificateStandings = ["open", "overdue", "due", "handedIn", "all"] as const;

/** The list of certificates on its page. */
export const CertificateSearch = z.strictObject({
  ...listInput,
  standing: z.enum(certificateStandings).default("open"),
  sort: sortInput(["due", "name"], "due"),
});
export type CertificateFilter = FilterOf<typeof CertificateSearch>;

export const LeaveCertificate = z
  .object({
    leaveId: wireId("leave"),
    askedAt: wireInstant,
    askedById: wireId("user").nullable().meta({ description: "Null if a leave rule asked." }),
    dueOn: wireDate.meta({ description: "The last day to hand it in, at the person's location." }),
    isOverdue: z.boolean().meta({ description: "Whether that day is over and nothing was received." }),
    receivedAt: wireInstant.nullable(),
    receivedById: wireId("user")
      .nullable()
      .meta({ description: "Who added the file, or marked it as received." }),
    fileId: wireId("leaveFile").nullable().meta({ description: "The file by which it was received." }),
  })
  .meta({ id: "LeaveCertificate" });
