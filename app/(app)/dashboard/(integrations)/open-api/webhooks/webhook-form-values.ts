import { z } from "zod";
import { descriptionLength } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/description-length";
import type { WebhookWords } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { eventTypes } from "@/drizzle/schema/values";

const closedHost =
  /^(?:localhost|.+\.localhost|.+\.local|.+\.internal|0\.0\.0\.0|127\..+|10\..+|192\.168\..+|169\.254\..+|172\.(?:1[6-9]|2\d|3[01])\..+|\[(?:::1?|f[cd].+|fe80.+)\])$/i;

type Fault = "empty" | "partial" | "insecure" | "credentials" | "closed";

/** Obvious faults of a URL; the server has the final check. */
function faultOf(text: string, allowHosts: readonly string[]): Fault | null {
  if (!text) return "empty";
  if (!URL.canParse(text)) return "partial";
  const url = new URL(text);
  const place = `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
  if (allowHosts.includes(place)) return null;
  if (url.protocol !== "https:") return "insecure";
  if (url.username || url.password) return "credentials";
  if (closedHost.test(url.hostname)) return "closed";
  return null;
}

/** The form's schema. `allowHosts` are test receivers that the operator permits. */
export const webhookForm = (t: WebhookWords, allowHosts: readonly string[]) =>
  z.object({
    url: z
      .string()
      .trim()
      .superRefine((text, context) => {
        const fault = faultOf(text, allowHosts);
        if (fault) context.addIssue({ code: "custom", message: t(`form.faults.${fault}`) });
      }),
    description: z
      .string()
      .trim()
      .refine(
        (text) => [...text].length <= descriptionLength,
        t("form.faults.description", { most: descriptionLength }),
      ),
    events: z.array(z.enum(eventTypes)).min(1, t("form.faults.events")),
  });

export type WebhookFormInput = z.input<ReturnType<typeof webhookForm>>;
export type WebhookFormOutput = z.output<ReturnType<typeof webhookForm>>;
