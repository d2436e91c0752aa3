const nouns: Record<string, string> = {
  api_key: "API key",
  legacy_key: "v1 API key",
  oauth_client: "OAuth client",
  oauth_grant: "app connection",
  scheduled_report: "scheduled report",
  user: "person",
};

const past: Record<string, string> = {
  activate: "Activated",
  approve: "Approved",
  cancel: "Cancelled",
  connect: "Connected",
  create: "Created",
  deactivate: "Deactivated",
  delete: "Deleted",
  deny: "Denied",
  disconnect: "Disconnected",
  edit: "Edited",
  expire: "Expired",
  import: "Imported",
  pause: "Paused",
  redeliver: "Redelivered",
  rename: "Renamed",
  request: "Requested",
  resend: "Resent",
  resume: "Resumed",
  revoke: "Revoked",
  update: "Changed",
};

/** Where verb and noun alone would not say what happened. */
const sentences: Record<string, string> = {
  "integration.connect": "Connected integration",
  "leave.expire": "Let pending leave expire",
  "notification.resend": "Sent notification again",
  "oauth_client.drop_secret": "Ended old secret of OAuth client",
  "oauth_client.rotate_secret": "Rotated secret of OAuth client",
  "oauth_grant.create": "Connected an app",
  "oauth_grant.revoke": "Revoked access of an app",
  "password.reset": "Reset own password",
  "webhook.end_overlap": "Ended old secret of webhook",
  "webhook.recover": "Redelivered what had failed of webhook",
  "webhook.redeliver": "Redelivered to webhook",
  "webhook.revoke": "Stopped webhook",
  "webhook.rotate_secret": "Rotated secret of webhook",
};

const spaced = (name: string): string => name.replaceAll("_", " ");
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "API key" of `api_key`, "leave type" of `leave_type`. */
export const resourceWords = (type: string): string => nouns[type] ?? spaced(type);

/** "OAuth client", "Leave type": where it begins a line. */
export const resourceTitle = (type: string): string =>
  type === "legacy_key" ? resourceWords(type) : capital(resourceWords(type));

/** "Created API key" of `api_key.create`; of an action nobody has put into words, its name. */
export function actionWords(action: string): string {
  const [resource = "", verb = ""] = action.split(".");
  if (verb === "") return `Anything done to ${resourceWords(resource)}`;
  const done = past[verb] ?? `${capital(spaced(verb))}:`;
  return sentences[action] ?? `${done} ${resourceWords(resource)}`;
}

/** "Expires at" of `expiresAt`. */
export const fieldWords = (name: string): string =>
  capital(name.replace(/([a-z0-9])([A-Z])/g, (_, before, upper) => `${before} ${upper.toLowerCase()}`));

/** A value as one reads it: lists with commas, nothing as a dash. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(valueWords).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
