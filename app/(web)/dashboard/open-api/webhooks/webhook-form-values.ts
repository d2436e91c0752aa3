import { z } from "zod";
import { eventTypes } from "@/drizzle/schema/values";

export const descriptionLength = 200;

const closedHost =
  /^(?:localhost|.+\.localhost|.+\.local|.+\.internal|0\.0\.0\.0|127\..+|10\..+|192\.168\..+|169\.254\..+|172\.(?:1[6-9]|2\d|3[01])\..+|\[(?:::1?|f[cd].+|fe80.+)\])$/i;

/** What is plainly wrong with an address; the server has the last word. */
function faultOf(text: string, allowHosts: readonly string[]): string | null {
  if (!text) return "Enter the address of your endpoint.";
  if (!URL.canParse(text)) return "Enter a whole address, such as https://hooks.example.com/leave.";
  const url = new URL(text);
  const place = `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
  if (allowHosts.includes(place)) return null;
  if (url.protocol !== "https:") return "The address must start with https://.";
  if (url.username || url.password) return "The address must not hold a user name or password.";
  if (closedHost.test(url.hostname)) return "This host cannot be reached from the internet.";
  return null;
}

/** What the form holds. `allowHosts` are test receivers that the operator lets through. */
export const webhookForm = (allowHosts: readonly string[]) =>
  z.object({
    url: z
      .string()
      .trim()
      .superRefine((text, context) => {
        const fault = faultOf(text, allowHosts);
        if (fault) context.addIssue({ code: "custom", message: fault });
      }),
    description: z
      .string()
      .trim()
      .refine(
        (text) => [...text].length <= descriptionLength,
        `Shorten the description to ${descriptionLength} characters.`,
      ),
    events: z.array(z.enum(eventTypes)).min(1, "Choose at least one event."),
  });

export type WebhookFormInput = z.input<ReturnType<typeof webhookForm>>;
export type WebhookFormOutput = z.output<ReturnType<typeof webhookForm>>;
