import { eventTypes, testEvent } from "@/drizzle/schema/values";
import type { ClientDocument } from "./document";
import { commentOf, type Shape, typeOf } from "./shape";

function modelText(name: string, shape: Shape): string {
  const type = typeOf(shape);
  const isObject = type.startsWith("{") && !shape.anyOf && !shape.oneOf;
  const comment = commentOf(shape.description, "");
  return isObject
    ? `${comment}export interface ${name} ${type}\n`
    : `${comment}export type ${name} = ${type};\n`;
}

/** The payload of an event, by the start of its type: the record at that time, and its previous status. */
const eventData: Readonly<Record<string, string>> = {
  leave: "LeaveEventData",
  user: "UserEventData",
  webhook: "{ webhookId: string }",
};

const eventModels = `/** A leave as an event tells it: with its user, approver and leave type, without free text. */
export type LeaveEventData = Omit<ExpandedLeave, "durationHours" | "reason" | "statusReason" | "user" | "approver" | "leaveType"> &
  Required<Pick<ExpandedLeave, "user" | "approver" | "leaveType">> & {
    /** Null when there was none before. */
    previousStatus: ExpandedLeave["status"] | null;
  };

/** A user as an event tells it. */
export type UserEventData = User & {
  /** Null when there was none before. */
  previousStatus: User["status"] | null;
};

interface EventOf<Type extends string, Data> {
  /** The same for every attempt and every webhook: what to remember to do a thing once. */
  id: string;
  type: Type;
  timestamp: string;
  data: Data;
}
`;

/** @throws when an event's subject is unknown here */
function eventOf(type: string): string {
  const subject = type.split(".")[0] ?? "";
  const data = eventData[subject];
  if (!data)
    throw new Error(`What does ${type} tell? Give "${subject}" a line in server/api/client/models.ts.`);
  return `  | EventOf<${JSON.stringify(type)}, ${data}>`;
}

/** The file of the record types. */
export function modelsText(document: ClientDocument): string {
  const models = Object.entries(document.components.schemas).map(([name, shape]) => modelText(name, shape));
  const events = [...eventTypes, testEvent].map(eventOf).join("\n");
  return [
    ...models,
    eventModels,
    `/** What a webhook delivers. \`type\` tells which. */\nexport type WebhookEvent =\n${events};\n`,
  ].join("\n");
}
