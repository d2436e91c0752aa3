import { type Bundle, defineTrigger, errors, type Trigger, type ZObject } from "zapier-platform-core";
import { z as zod } from "zod";
import words from "@/app/_i18n/messages/en/webhooks.json";
import { eventTypes, leaveStatuses } from "@/drizzle/schema/values";
import { wireInstant } from "@/server/kernel/schema";
import { samplePayload } from "@/server/modules/integrations/webhooks/sample-payload";
import { ExpandedLeave } from "@/server/modules/leave/requests/schema";
import { addresses } from "./addresses";
import { faultOf } from "./middleware";
import { outputFields } from "./output-fields";

type LeaveEvent = Extract<(typeof eventTypes)[number], `leave.${string}`>;
const isLeaveEvent = (type: string): type is LeaveEvent => type.startsWith("leave.");

/** The body posted to Zapier. */
interface Payload {
  id: string;
  type: string;
  timestamp: string;
  data: { previousStatus: string | null };
}

/** An item of a Zap. Reasons and comments are never sent. */
const Item = zod.object({
  id: zod.string(),
  event: zod.string(),
  occurredAt: wireInstant,
  previousStatus: zod.enum(leaveStatuses).nullable(),
  leave: ExpandedLeave.omit({ reason: true, statusReason: true }),
});

/** The ID is the delivery's own, so that Zapier detects duplicates. */
const itemOf = ({ id, type, timestamp, data: { previousStatus, ...leave } }: Payload) => ({
  id,
  event: type,
  occurredAt: timestamp,
  previousStatus,
  leave,
});

async function subscribe(
  z: ZObject,
  targetUrl: string | undefined,
  event: LeaveEvent,
): Promise<{ id: string }> {
  const { data } = await z.request({ url: addresses.hooks(), method: "POST", body: { targetUrl, event } });
  return data;
}

/** A hook that has ended already counts as a success. */
async function unsubscribe(z: ZObject, { subscribeData }: Bundle) {
  const { status, data } = await z.request({
    url: addresses.hooks(`/${subscribeData?.id}`),
    method: "DELETE",
    skipThrowForStatus: true,
  });
  if (status >= 400 && status !== 404) throw new errors.Error(faultOf(data), "refused", status);
  return {};
}

/** "leave.requested" is the key leave_requested and the label "Leave Requested". */
function triggerOf(event: LeaveEvent): Trigger {
  const verb = event.slice("leave.".length) as keyof typeof words.events.leave;
  const phrase = words.events.leave[verb];
  return defineTrigger({
    key: event.replace(".", "_"),
    noun: "Leave",
    display: {
      label: `Leave ${verb.charAt(0).toUpperCase()}${verb.slice(1)}`,
      description: `Triggers when ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`,
    },
    operation: {
      type: "hook",
      performSubscribe: (z, { targetUrl }) => subscribe(z, targetUrl, event),
      performUnsubscribe: unsubscribe,
      perform: (_z, { cleanedRequest }) => [itemOf(cleanedRequest as Payload)],
      async performList(z) {
        const { data } = await z.request<Payload[]>(addresses.hooks(`/samples/${event}`));
        return data.map(itemOf);
      },
      sample: itemOf(samplePayload(event) as Payload),
      outputFields: outputFields(Item),
    },
  });
}

/** One for each leave event that an app may subscribe to; events of people are not among them (decision 13.8). */
export const triggers: Record<string, Trigger> = Object.fromEntries(
  eventTypes.filter(isLeaveEvent).map((event) => [event.replace(".", "_"), triggerOf(event)]),
);
