import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "@/server/api/trpc";

const schedule = {
  name: "Weighed",
  timezone: "Europe/Paris",
  hour: 9,
  minute: 0,
  frequency: "DAILY" as const,
  sendOnDays: [1, 2, 3, 4, 5],
};
/** In two years, when no one has leave yet. */
function aWednesday(): { startDate: string; endDate: string } {
  const at = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 2, 1));
  at.setUTCDate(at.getUTCDate() + ((10 - at.getUTCDay()) % 7));
  const date = at.toISOString().slice(0, 10);
  return { startDate: date, endDate: date };
}
const attempt = (digit: string): string => digit.repeat(32);

/** The webhook host of the measured workspace: nothing listens there. */
export const silentHost = "127.0.0.1:9";

/** Creates one of each resource with a page that the demo data lacks. @returns the pages by name */
export async function makeThings(url: string, cookie: string): Promise<Record<string, string>> {
  const calls = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/api/trpc`, transformer: superjson, headers: { cookie } })],
  });
  const key = await calls.apiKeys.create.mutate({ name: schedule.name, scopes: ["users:read"] });
  const webhook = await calls.webhooks.create.mutate({
    url: `http://${silentHost}/`,
    events: ["leave.approved"],
  });
  const notification = await calls.notifications.create.mutate({
    attempt: attempt("a"),
    notification: {
      ...schedule,
      destinations: [{ platform: "email", addresses: ["team@example.com"] }],
      groupBy: "TEAM",
      sendEmpty: true,
    },
  });
  const report = await calls.scheduledReports.create.mutate({
    attempt: attempt("b"),
    report: { ...schedule, reportType: "LEAVE_REQUESTS", format: "CSV", recipients: ["team@example.com"] },
  });
  const client = await calls.oauthClients.create.mutate({
    name: schedule.name,
    redirectUris: ["https://example.com/back"],
    scopes: ["openid"],
  });
  const { types } = await calls.leaves.terms.query();
  const [type] = types;
  if (!type) throw new Error("The demo workspace has no leave type.");
  const leave = await calls.leaves.request.mutate({
    attempt: attempt("c"),
    leave: { leaveTypeId: type.id, isFullDayLeave: true, ...aWednesday() },
  });
  const openApi = "/dashboard/open-api";
  return {
    leave: `/dashboard/leaves/${leave.id}`,
    "open-api/keys/[key]": `${openApi}/keys/${key.key.id}`,
    "open-api/webhooks/[id]": `${openApi}/webhooks/${webhook.webhookId}`,
    "open-api/webhooks/[id] settings": `${openApi}/webhooks/${webhook.webhookId}?tab=settings`,
    "open-api/webhooks/[id] secret": `${openApi}/webhooks/${webhook.webhookId}?tab=secret`,
    "open-api/notifications/[id]": `${openApi}/notifications/${notification.id}`,
    "open-api/reports/[id]": `${openApi}/reports/${report.id}`,
    "settings/oauth-clients/[id]": `/dashboard/settings/oauth-clients/${client.client.clientId}`,
  };
}
