import { z } from "zod";
import { dateText, patchOf, wireDate, wireId, wireInstant } from "@/server/kernel/schema";

const dueOn = dateText.meta({ description: "The last day to hand it in, today or later." });

export const CertificateAsk = z
  .strictObject({
    dueOn: dueOn.optional().meta({
      description: "The last day to hand it in. Defaults to the days of the PROOF rule from today, or three.",
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
