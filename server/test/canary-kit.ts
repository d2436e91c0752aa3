import { eq } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { carryNotices } from "@/drizzle/schema/carry-notices";
import { companyLeaves } from "@/drizzle/schema/company-leaves";
import { connectionAccounts, connections, signInAttempts } from "@/drizzle/schema/connections";
import { credits } from "@/drizzle/schema/credits";
import { events } from "@/drizzle/schema/events";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { leaveFileChunks, leaveFiles } from "@/drizzle/schema/leave-files";
import { decisionLinks, mailPreferences } from "@/drizzle/schema/leave-mails";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { leaveRuleMarks } from "@/drizzle/schema/leave-rules";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import { notifications } from "@/drizzle/schema/notifications";
import { oauthCodes, oauthRequests } from "@/drizzle/schema/oauth";
import { idempotencyKeys, operations } from "@/drizzle/schema/operations";
import { payrollLines, payrollRuns } from "@/drizzle/schema/payroll";
import { provisionedGroupMembers, provisionedGroups, provisionedPeople } from "@/drizzle/schema/provisioning";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import { requestLog } from "@/drizzle/schema/request-log";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { passkeys, recoveryCodes, secondFactors, signInSteps } from "@/drizzle/schema/second-factors";
import {
  credentials,
  invitations,
  providerAccounts,
  sessions,
  signinTokens,
  userSettings,
  verifiedEmails,
} from "@/drizzle/schema/signin";
import { webhookAttempts, webhookBodies, webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { newId, newMessageId, newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { standardLayout } from "@/server/modules/integrations/payroll/layout";
import { sealBody, sealContent } from "@/server/modules/messaging/outbox/content";
import { makeKey, makeLeave, type TestPerson, type TestWorkspace } from "./factories";
import { makePerson } from "./leave-kit";
import { makeGrant } from "./mcp-kit";
import { makeWebhook } from "./webhook-kit";

/** Occurs in each text about the person, and in no other. */
export const canary = "canary";
export const canaryName = 'Quenby "Q" Canary-Ilić';
const formerName = "Quenby Canary";
export const canaryEmail = "Quenby.Canary@example.com";
const address = canaryEmail.toLowerCase();
export const free = "what a canary wrote";

/** Makes an inactive person who took part in everything, with a trace in each column that can contain one. */
export async function makeCanary(services: Services, workspace: TestWorkspace) {
  const person = await makePerson(services, workspace, {
    ...{ name: canaryName, email: canaryEmail, status: "INACTIVE" },
    ...{ employeeId: "canary-7", birthday: "1980-02-29", startDate: "2024-01-01" },
  });
  const leaveId = await makeLeave(services, person, {
    ...{ startDate: "2026-11-23", endDate: "2026-11-24", status: "DENIED" },
    ...{ reason: free, statusReason: free },
  });
  // What someone was asked about another person's leave.
  await services.db.insert(leaveQuestions).values({
    ...{ workspaceId: workspace.id, id: newId(), userId: workspace.people.admin.id, leaveId },
    ...{ askedById: person.id, askedAt: services.clock(), question: `Can ${canaryName} cover the fair?` },
  });
  await makeLeave(services, person, {
    startDate: "2026-11-30",
    endDate: "2026-12-01",
    reason: free,
    cancelReason: free,
  });
  await plantAccess(services, person, leaveId);
  await plantLogs(services, workspace, person);
  await plantMessages(services, workspace, person);
  return { person, leaveId };
}

async function plantAccess(services: Services, person: TestPerson, leaveId: string) {
  const { db, clock } = services;
  const { workspaceId, id: userId } = person;
  const now = clock();
  const later = plus(now, day);
  const hash = () => sha256(newId());
  await db.insert(credentials).values({ workspaceId, userId, passwordHash: free, updatedAt: now });
  await db
    .insert(providerAccounts)
    .values({ workspaceId, userId, issuer: free, subject: free, email: address, createdAt: now });
  const connectionId = newId();
  await db.insert(connections).values({
    ...{ workspaceId, id: connectionId, name: "Okta", provider: "OKTA", issuer: "https://okta.test" },
    ...{ clientId: "timeaway", clientSecret: Buffer.alloc(0), createdAt: now, updatedAt: now },
  });
  const ofConnection = { workspaceId, userId, connectionId, createdAt: now };
  await db
    .insert(connectionAccounts)
    .values({ ...ofConnection, issuer: free, subject: free, email: address });
  await db.insert(signInAttempts).values({
    ...{ ...ofConnection, id: newId(), purpose: "TEST", hash: hash(), browserHash: hash(), returnTo: free },
    ...{
      expiresAt: later,
      answer: { claims: { iss: "https://sso.example", sub: free, email: address }, authenticatedAt: null },
      result: { problem: null, claims: [{ name: "email", value: address }], detail: free },
    },
  });
  await db.insert(provisionedPeople).values({
    ...{ workspaceId, userId, connectionId, userName: address, externalId: free, updatedAt: now },
    ...{ attributes: { userName: address, displayName: free }, createdAt: now },
  });
  const factorId = newId();
  await db.insert(secondFactors).values({
    ...{ workspaceId, userId, id: factorId, kind: "PASSKEY", name: free },
    ...{ createdAt: now, confirmedAt: now },
  });
  await db.insert(passkeys).values({
    ...{ workspaceId, factorId, userHandle: Buffer.from(free), credentialId: Buffer.from(free) },
    ...{ publicKey: Buffer.from(free), signatureCount: 0, transports: [free], isBackedUp: true },
  });
  await db.insert(recoveryCodes).values({ workspaceId, userId, hash: hash(), createdAt: now });
  await db.insert(signInSteps).values({
    ...{ workspaceId, userId, hash: hash(), method: "CONNECTION", createdAt: now, expiresAt: later },
    link: {
      ...{ connectionId, issuer: free, subject: free, authenticatedAt: null },
      providerSessionId: free,
    },
  });
  const groupId = newId();
  await db.insert(provisionedGroups).values({
    ...{ workspaceId, id: groupId, connectionId, displayName: `Group ${groupId}`, version: 1 },
    ...{ createdAt: now, updatedAt: now },
  });
  await db.insert(provisionedGroupMembers).values({ workspaceId, groupId, userId });
  await db.insert(verifiedEmails).values({ workspaceId, userId, email: address, verifiedAt: now });
  await db.insert(sessions).values({
    ...{ workspaceId, userId, id: newId(), createdAt: now, lastSeenAt: now, expiresAt: later },
    ...{ userAgent: free, ip: free, providerSessionId: free },
  });
  await db.insert(userSettings).values({ workspaceId, userId, timeZone: free, updatedAt: now });
  await db.insert(signinTokens).values({
    ...{ workspaceId, userId, hash: hash(), purpose: "MAGIC_LINK", returnTo: free },
    ...{ createdAt: now, expiresAt: later },
  });
  await db.insert(invitations).values({ workspaceId, userId, sentAt: now });
  await db.insert(mailPreferences).values({ workspaceId, userId, updatedAt: now });
  await db.insert(decisionLinks).values({
    ...{ workspaceId, userId, hash: hash(), leaveId, version: 0, createdAt: now, expiresAt: later },
    shown: {} as never,
  });
  await db.insert(calendarFeeds).values({
    ...{ workspaceId, userId, id: newId(), kind: "MINE", hash: hash(), createdAt: now },
    fetchedBy: free,
  });
  const device = { workspaceId, userId, id: newId(), sessionId: newId(), createdAt: now, signedInAt: now };
  await db
    .insert(pushSubscriptions)
    .values({ ...device, endpoint: free, p256dh: free, auth: free, userAgent: free });
  await db.insert(mails).values({
    ...{ workspaceId, id: newId(), kind: "push_decided", recipient: "push.example.com", subject: free },
    ...{ subscriptionId: device.id, createdAt: now },
  });
  await db.insert(leaveRuleMarks).values({
    ...{
      workspaceId,
      id: newId(),
      leaveId,
      ruleId: newId(),
      kind: "AHEAD",
      name: "A rule",
      parameters: { days: 1 },
    },
    ...{ effect: "BLOCK", facts: {}, overriddenById: userId, overrideReason: free, createdAt: now },
  });
  const asked = { workspaceId, userId, leaveId, askedById: userId, askedAt: now };
  await db.insert(leaveQuestions).values({
    ...{ ...asked, id: newId(), question: free, answer: free, answeredAt: now },
  });
  const fileId = newId();
  await db.insert(leaveFiles).values({
    ...{ workspaceId, userId, id: fileId, leaveId, slot: 1, name: free, byteCount: 1, createdAt: now },
    contentType: free as "application/pdf",
  });
  await db.insert(leaveFileChunks).values({ workspaceId, fileId, position: 0, content: Buffer.from(free) });
  await db.insert(balanceAdjustments).values({
    ...{ workspaceId, userId, id: newId(), leaveTypeId: person.leaveTypeId, kind: "ADJUSTMENT", days: 2 },
    ...{ effectiveDate: "2026-11-01", note: free, createdAt: now },
  });
  await db.insert(carryNotices).values({
    ...{ workspaceId, userId, id: newId(), leaveTypeId: person.leaveTypeId, days: 1, lapsesOn: "2026-12-31" },
    ...{ stage: 1, recipient: free, subject: free, text: free, createdAt: now },
  });
  await db.insert(credits).values({
    ...{ workspaceId, userId, id: newId(), leaveTypeId: person.leaveTypeId, days: 1, earnedOn: "2026-11-01" },
    ...{
      source: "GRANTED",
      status: "APPROVED",
      reason: free,
      decisionReason: free,
      createdAt: now,
      updatedAt: now,
    },
  });
  await db.insert(hoursWorked).values({
    ...{ workspaceId, userId, id: newId(), firstDay: "2026-11-02", lastDay: "2026-11-08", hours: 40 },
    ...{ minutesPerDay: 480, source: "API", createdAt: now, updatedAt: now },
  });
  await db.insert(companyLeaves).values({
    ...{ workspaceId, id: newId(), name: `Farewell of ${canaryName}`, leaveTypeId: person.leaveTypeId },
    ...{ startDate: "2026-12-24", endDate: "2026-12-24", status: "BOOKED", createdAt: now, updatedAt: now },
    ...{ locationIds: [], departmentIds: [], labelIds: [], exemptLabelIds: [] },
  });
  await plantPayroll(services, person);
  const grant = await makeGrant(services, person);
  await db.insert(oauthCodes).values({
    ...{ workspaceId, userId, hash: hash(), grantId: grant.id, clientId: grant.clientId, scopes: [] },
    ...{ redirectUri: free, nonce: free, authenticatedAt: now, expiresAt: later },
  });
  await db.insert(oauthRequests).values({
    ...{ workspaceId, userId, id: newId(), clientId: grant.clientId, scopes: [], redirectUri: free },
    ...{ state: free, nonce: free, createdAt: now, expiresAt: later },
  });
}

async function plantPayroll({ db, clock }: Services, { workspaceId, id: userId, ...person }: TestPerson) {
  const run = { workspaceId, id: newId(), locationId: person.locationId, locationName: "North", number: 1 };
  const paid = { startDate: "2026-11-01", endDate: "2026-11-30" };
  await db.insert(payrollRuns).values({ ...run, ...paid, layout: standardLayout, createdAt: clock() });
  await db.insert(payrollLines).values({
    ...{ workspaceId, userId, runId: run.id, position: 0, kind: "LEAVE", department: "Sales" },
    ...{ name: canaryName, email: canaryEmail, employeeId: "canary-7", note: free },
    ...{ leaveTypeId: person.leaveTypeId, leaveTypeName: "Vacation", days: 1, hours: 8 },
    ...{ firstDay: paid.startDate, lastDay: paid.startDate },
  });
}

async function plantLogs(services: Services, workspace: TestWorkspace, person: TestPerson) {
  const { db, clock } = services;
  const { workspaceId, id: userId } = person;
  const admin = workspace.people.admin;
  const now = clock();
  const theirId = encodeId("user", userId);
  const key = await makeKey(services, { workspaceId, ownerId: userId });
  await db
    .update(apiKeys)
    .set({ name: `Key of ${canaryName}`, description: `For ${address}` })
    .where(eq(apiKeys.id, key.id));
  const line = { workspaceId, at: now, resourceType: "user", resourceId: userId, actingUserId: admin.id };
  await db.insert(auditEvents).values([
    {
      ...{ ...line, id: newId(), action: "user.update" },
      changes: {
        name: { from: formerName, to: canaryName },
        email: { from: "canary.old@example.com", to: canaryEmail },
        employeeId: { to: "canary-7" },
        status: { from: "ACTIVE", to: "INACTIVE" },
      },
    },
    {
      ...{ ...line, id: newId(), action: "session.create", actingUserId: userId, resourceType: "session" },
      changes: { method: { to: "PASSWORD" }, ip: { to: free }, userAgent: { to: free } },
    },
    {
      ...{ ...line, id: newId(), action: "notification.update", resourceType: "notification" },
      changes: { destinations: { to: [{ platform: "email", addresses: [address] }] } },
    },
  ]);
  await db.insert(events).values({
    ...{ workspaceId, id: newId(), messageId: newMessageId(), type: "user.updated", occurredAt: now },
    subjectUserId: userId,
    data: { userId, previousStatus: "ACTIVE", snapshot: { name: canaryName, email: canaryEmail } as never },
  });
  const request = {
    workspaceId,
    at: now,
    api: "v2",
    method: "GET",
    path: "/v2/users",
    status: 200,
    durationUs: 1,
  };
  await db.insert(requestLog).values([
    {
      ...{ ...request, requestId: newRequestId(), ownerId: userId, keyId: key.id },
      ...{ query: free, error: { description: free }, userAgent: free, idempotencyKey: free },
    },
    {
      ...{ ...request, requestId: newRequestId(), ownerId: admin.id },
      ...{
        path: `/v2/users/${encodeURIComponent(address)}`,
        query: `labels=${encodeURIComponent(canaryName)}`,
      },
    },
  ]);
  const record = {
    id: theirId,
    name: canaryName,
    email: canaryEmail,
    employeeId: "canary-7",
    labels: [free],
  };
  await db.insert(operations).values({
    ...{
      workspaceId,
      id: newId(),
      ownerId: admin.id,
      actingUserId: admin.id,
      sessionId: newId(),
      scopes: [],
    },
    ...{ requestId: newRequestId(), method: "POST", path: `/v2/users/${address}`, search: `q=${formerName}` },
    ...{ status: "SUCCEEDED", dueAt: now, createdAt: now },
    result: { status: 201, body: { data: record } },
    error: { description: `${canaryName} said no` },
  });
  const kept = { workspaceId, status: 201, headers: {}, fingerprint: sha256(""), createdAt: now };
  await db.insert(idempotencyKeys).values([
    {
      ...{ ...kept, keyId: admin.id, key: "made" },
      body: Buffer.from(JSON.stringify({ data: record })),
    },
    { ...kept, keyId: userId, key: free, body: Buffer.from(free) },
  ]);
}

async function plantMessages(services: Services, workspace: TestWorkspace, person: TestPerson) {
  const { db, clock, settings } = services;
  const { workspaceId, id: userId } = person;
  const admin = workspace.people.admin;
  const now = clock();
  const own = await makeWebhook(services, person, { url: `https://example.com/${address}` });
  const other = await makeWebhook(services, admin, { url: "https://example.com/hook" });
  await db
    .update(webhooks)
    .set({ description: `${canaryName} looks here` })
    .where(eq(webhooks.workspaceId, workspaceId));
  for (const [webhook, about] of [
    [own, admin.id],
    [other, userId],
  ] as const) {
    const deliveryId = newId();
    await db.insert(webhookDeliveries).values({
      ...{ workspaceId, id: deliveryId, webhookId: webhook.id, messageId: newMessageId() },
      ...{ eventType: "user.updated", subjectUserId: about, recordId: about, occurredAt: now },
      ...{ status: "succeeded", createdAt: now },
    });
    const body = JSON.stringify({ data: { id: encodeId("user", userId), name: canaryName, label: free } });
    await db.insert(webhookBodies).values({ workspaceId, deliveryId, body });
    await db.insert(webhookAttempts).values({
      ...{ workspaceId, deliveryId, number: 1, startedAt: now, durationMs: 1, requestHeaders: {} },
      ...{ url: `https://example.com/${address}`, message: `no such ${address}` },
      ...{ responseHeaders: { "x-echo": free }, responseBody: Buffer.from(free) },
    });
  }
  const schedule = {
    ...{ workspaceId, enabled: true, timezone: "UTC", hour: 9, minute: 0 },
    ...{ locationIds: [], departmentIds: [], labelIds: [], sendOnDays: [1] },
    ...{ nextDate: "2026-11-23", nextDueAt: plus(now, day), zoneData: "x", createdAt: now, updatedAt: now },
  };
  const email = (...addresses: string[]) => ({ platform: "email" as const, addresses });
  const notificationIds = [newId(), newId(), newId()] as const;
  const [shared, alone, theirs] = notificationIds;
  const notification = { ...schedule, frequency: "DAILY" as const, locale: "en" as const };
  await db.insert(notifications).values([
    {
      ...{ ...notification, id: shared, ownerId: admin.id, name: `Without ${canaryName}` },
      destinations: [email("team@example.com", canaryEmail)],
    },
    { ...notification, id: alone, ownerId: admin.id, name: "Alone", destinations: [email(canaryEmail)] },
    { ...notification, id: theirs, ownerId: userId, name: free, destinations: [email("a@example.com")] },
  ]);
  const reportIds = [newId(), newId()] as const;
  const [reportId, theirReport] = reportIds;
  const report = { ...schedule, reportType: "WHO_IS_AWAY", frequency: "DAILY", format: "XLSX" } as const;
  await db.insert(scheduledReports).values([
    {
      ...{ ...report, id: reportId, ownerId: admin.id, name: `Seen by ${canaryName}` },
      recipients: ["hr@example.com", address],
    },
    { ...report, id: theirReport, ownerId: userId, name: free, recipients: ["a@example.com"] },
  ]);
  const occurrenceId = newId();
  await db.insert(occurrences).values({
    ...{ workspaceId, id: occurrenceId, notificationId: shared, localDate: "2026-11-20", dueAt: now },
    ...{ status: "sending", createdAt: now },
    content: { days: [{ groups: [{ lines: [{ name: canaryName, text: "Vacation" }] }] }] },
  });
  await db.insert(dispatches).values({
    ...{ workspaceId, id: newId(), occurrenceId, platform: "email", address: canaryEmail },
    ...{ nextAttemptAt: now, errorDetail: `550 <${address}> unknown` },
  });
  const downloadId = newId();
  await db.insert(reportDownloads).values({
    ...{ workspaceId, id: downloadId, reportId, userId: admin.id, status: "ready", format: "XLSX" },
    ...{ fileName: `${canary}.xlsx`, asOf: now, createdAt: now },
  });
  await db
    .insert(reportDownloadChunks)
    .values({ workspaceId, downloadId, position: 0, content: Buffer.from(free) });
  await putBulkMails(services, workspaceId, shared);
  const toOthers = newId();
  const content = {
    text: `${canaryName} is away`,
    html: "<p>Quenby &quot;Q&quot; Canary-Ilić is away</p>",
    calendar: { method: "REQUEST" as const, text: "BEGIN:VCALENDAR" },
  };
  await db.insert(mails).values([
    {
      ...{ workspaceId, id: newId(), kind: "leave_decided", recipient: canaryEmail, subject: free },
      ...{ createdAt: now },
    },
    {
      ...{ workspaceId, id: toOthers, kind: "leave_request", recipient: "boss@example.com" },
      ...{ subject: `${canaryName} asks for leave`, errorDetail: `from ${address}`, createdAt: now },
      unsubscribe: { address: "help@example.com", subject: `No mail about ${formerName}` },
      content: sealContent(settings, toOthers, content),
    },
  ]);
}

/** A sent mail to the person and a waiting one about them, of one occurrence. */
async function putBulkMails({ db, settings, clock }: Services, workspaceId: string, notificationId: string) {
  const [occurrenceId, toThem, toOthers, bodyId] = [newId(), newId(), newId(), newId()];
  const now = clock();
  await db.insert(occurrences).values({
    ...{ workspaceId, id: occurrenceId, notificationId, localDate: "2026-11-19", dueAt: now },
    ...{ status: "sending", createdAt: now },
  });
  const ofBoth = { workspaceId, occurrenceId, platform: "email", status: "queued" } as const;
  await db.insert(dispatches).values([
    { ...ofBoth, id: toThem, address: canaryEmail },
    { ...ofBoth, id: toOthers, address: "boss@example.com" },
  ]);
  const mail = { workspaceId, occurrenceId, kind: "notification", subject: `With ${canaryName}` } as const;
  await db.insert(mails).values([
    { ...mail, id: toThem, recipient: canaryEmail, status: "sent", endedAt: now, createdAt: now },
    { ...mail, id: toOthers, recipient: "boss@example.com", bulkAttemptAt: now, createdAt: now },
  ]);
  await db.insert(mailBodies).values({
    ...{ workspaceId, occurrenceId, id: bodyId },
    content: sealBody(settings, bodyId, {
      text: `${canaryName} is away`,
      html: `<p>${canaryName} is away</p>`,
    }),
    attachment: { fileId: newId(), filename: `${canaryName}.csv`, contentType: "text/csv" },
  });
}
