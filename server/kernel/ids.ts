import { ulid } from "ulid";
import { v7 } from "uuid";

/** A new UUIDv7: sorts by time of making, unique without asking the database. */
export const newId = (): string => v7();

/** A new request id, to quote to support. */
export const newRequestId = (): string => `req_${ulid()}`;

/** A new `webhook-id`: the same over all deliveries and retries of an event. */
export const newMessageId = (): string => `msg_${ulid()}`;
