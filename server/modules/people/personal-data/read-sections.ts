import { type SQL, sql } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { carryNotices } from "@/drizzle/schema/carry-notices";
import { companyLeavePeople, companyLeaves } from "@/drizzle/schema/company-leaves";
import { connectionAccounts } from "@/drizzle/schema/connections";
import { credits } from "@/drizzle/schema/credits";
import { delegations } from "@/drizzle/schema/delegations";
import {
  departmentApprovers,
  departments,
  labels,
  locationAdmins,
  locations,
  userLabels,
} from "@/drizzle/schema/directory";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { leaveFiles } from "@/drizzle/schema/leave-files";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { balanceAdjustments, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { mails } from "@/drizzle/schema/mails";
import { notifications } from "@/drizzle/schema/notifications";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { payrollLines, payrollRuns } from "@/drizzle/schema/payroll";
import { users } from "@/drizzle/schema/people";
import { provisionedGroupMembers, provisionedGroups, provisionedPeople } from "@/drizzle/schema/provisioning";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { secondFactors } from "@/drizzle/schema/second-factors";
import { invitations, providerAccounts, sessions, userSettings } from "@/drizzle/schema/signin";
import { webhooks } from "@/drizzle/schema/webhooks";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { literal } from "@/server/kernel/database/sql-parts";
import { decodeId } from "@/server/kernel/schema";
import { findHours } from "@/server/modules/leave/calendars/read-hours";
import { givenLanguage, languageParam, nameOf } from "@/server/modules/leave/type-names/name-in";
import { maximumRows } from "./policy";

export interface Section {
  name: string;
  isCut: boolean;
  rows: Record<string, unknown>[];
}

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const user = sql`${placeholder("userId")}::uuid`;

/** An id in the API's format. */
const id = (kind: string, column: SQL) => sql`${literal(`${kind}-`)} || ${column}`;

/** The name of the leave type `t`. */
const typeName = nameOf({ name: sql`t.name`, names: sql`t.names` }, givenLanguage.language);

const placesOf = (appointed: SQL) => sql`array(${appointed})`;

const profile = sql`
  select ${id("user", sql`u.id`)} as id, u.name, u.email, u.status, u.employee_id as "employeeId", u.birthday,
    u.start_date as "startDate", u.end_date as "endDate", l.name as location, d.name as department, boss.name as manager,
    ${placesOf(sql`select label.name from ${userLabels} own
      join ${labels} label on label.workspace_id = own.workspace_id and label.id = own.label_id
      where own.workspace_id = ${workspace} and own.user_id = u.id order by ${inNameOrder(sql`label.name`)}`)} as labels,
    u.is_admin as "isAdmin",
    ${placesOf(sql`select place.name from ${locationAdmins} own
      join ${locations} place on place.workspace_id = own.workspace_id and place.id = own.location_id
      where own.workspace_id = ${workspace} and own.user_id = u.id order by ${inNameOrder(sql`place.name`)}`)} as "managedLocations",
    ${placesOf(sql`select place.name from ${departmentApprovers} own
      join ${departments} place on place.workspace_id = own.workspace_id and place.id = own.department_id
      where own.workspace_id = ${workspace} and own.user_id = u.id order by ${inNameOrder(sql`place.name`)}`)} as "approvedDepartments",
    s.language, s.time_zone as "timeZone", i.sent_at as "invitedAt", u.created_at as "createdAt"
  from ${users} u
  join ${locations} l on l.workspace_id = u.workspace_id and l.id = u.location_id
  join ${departments} d on d.workspace_id = u.workspace_id and d.id = u.department_id
  left join ${users} boss on boss.workspace_id = u.workspace_id and boss.id = u.approver_id
  left join ${userSettings} s on s.workspace_id = u.workspace_id and s.user_id = u.id
  left join ${invitations} i on i.workspace_id = u.workspace_id and i.user_id = u.id
  where u.workspace_id = ${workspace} and u.id = ${user}`;

const ofLeave: Record<string, SQL> = {
  leaves: sql`
    select ${id("leave", sql`l.id`)} as id, ${typeName} as "leaveType", l.status, l.start_date as "startDate", l.end_date as "endDate",
      l.is_full_day_leave as "isFullDayLeave", l.start_hour as "startHour", l.start_minute as "startMinute",
      l.end_hour as "endHour", l.end_minute as "endMinute", l.start_part as "startPart", l.end_part as "endPart",
      l.duration_calendar_days as "durationCalendarDays",
      l.duration_working_days as "durationWorkingDays", l.reason, l.status_reason as "statusReason", l.cancel_reason as "cancellationReason", a.name as approver,
      l.auto_approved as "autoApproved", l.created_at as "createdAt"
    from ${leaves} l
    join ${leaveTypes} t on t.workspace_id = l.workspace_id and t.id = l.leave_type_id
    left join ${users} a on a.workspace_id = l.workspace_id and a.id = l.approver_id
    where l.workspace_id = ${workspace} and l.user_id = ${user} order by l.start_date desc, l.id desc`,
  leaveFiles: sql`
    select ${id("leaveFile", sql`f.id`)} as id, ${id("leave", sql`f.leave_id`)} as "leaveId", f.name,
      f.content_type as "contentType", f.byte_count as "byteCount", f.created_at as "createdAt"
    from ${leaveFiles} f where f.workspace_id = ${workspace} and f.user_id = ${user} order by f.id desc`,
  leaveCertificates: sql`
    select ${id("leave", sql`c.leave_id`)} as "leaveId", c.asked_at as "askedAt", c.due_on as "dueOn", c.received_at as "receivedAt"
    from ${leaveCertificates} c where c.workspace_id = ${workspace} and c.user_id = ${user} order by c.leave_id desc`,
  leaveQuestions: sql`
    select ${id("leave", sql`q.leave_id`)} as "leaveId", a.name as "askedBy", q.asked_at as "askedAt", q.question, q.answer,
      q.answered_at as "answeredAt"
    from ${leaveQuestions} q left join ${users} a on a.workspace_id = q.workspace_id and a.id = q.asked_by_id
    where q.workspace_id = ${workspace} and q.user_id = ${user} order by q.id desc`,
  companyLeaves: sql`
    select ${id("companyLeave", sql`c.id`)} as id, c.name, c.start_date as "startDate", c.end_date as "endDate",
      c.start_part as "startPart", c.end_part as "endPart", p.outcome, p.obstacle, p.missing, p.undo, c.created_at as "createdAt"
    from ${companyLeavePeople} p
    join ${companyLeaves} c on c.workspace_id = p.workspace_id and c.id = p.company_leave_id
    where p.workspace_id = ${workspace} and p.user_id = ${user} order by c.start_date desc, c.id desc`,
  balanceAdjustments: sql`
    select ${id("adjustment", sql`b.id`)} as id, ${typeName} as "leaveType", b.kind, b.days, b.effective_date as "effectiveDate",
      b.corrects_from as "correctsFrom", b.corrects_to as "correctsTo", b.extends_carry as "extendsCarry",
      b.carry_expires_on as "carryExpiresOn", b.note,
      b.created_at as "createdAt"
    from ${balanceAdjustments} b
    join ${leaveTypes} t on t.workspace_id = b.workspace_id and t.id = b.leave_type_id
    where b.workspace_id = ${workspace} and b.user_id = ${user} order by b.id desc`,
  lapseNotices: sql`
    select ${typeName} as "leaveType", n.days, n.lapses_on as "lapsesOn", n.recipient, n.subject, n.text, n.created_at as "createdAt"
    from ${carryNotices} n
    join ${leaveTypes} t on t.workspace_id = n.workspace_id and t.id = n.leave_type_id
    where n.workspace_id = ${workspace} and n.user_id = ${user} order by n.id desc`,
  credits: sql`
    select ${id("credit", sql`c.id`)} as id, ${typeName} as "leaveType", c.days, c.earned_on as "earnedOn", c.expires_on as "expiresOn",
      c.source, c.status, c.reason, c.decision_reason as "decisionReason", c.decided_at as "decidedAt", c.created_at as "createdAt"
    from ${credits} c
    join ${leaveTypes} t on t.workspace_id = c.workspace_id and t.id = c.leave_type_id
    where c.workspace_id = ${workspace} and c.user_id = ${user} order by c.id desc`,
  hoursWorked: sql`
    select ${id("hoursWorked", sql`h.id`)} as id, h.first_day as "firstDay", h.last_day as "lastDay", h.hours,
      h.minutes_per_day as "minutesPerDay", h.source, h.created_at as "createdAt"
    from ${hoursWorked} h
    where h.workspace_id = ${workspace} and h.user_id = ${user} order by h.last_day desc`,
  payrollLines: sql`
    select r.start_date as "periodStart", r.end_date as "periodEnd", r.number as "runNumber", p.kind, p.name, p.email,
      p.employee_id as "employeeId", p.department, p.leave_type_name as "leaveType", p.wage_code as "wageCode", p.days, p.hours,
      p.first_day as "firstDay", p.last_day as "lastDay", p.note, r.created_at as "createdAt"
    from ${payrollLines} p
    join ${payrollRuns} r on r.workspace_id = p.workspace_id and r.id = p.run_id
    where p.workspace_id = ${workspace} and p.user_id = ${user} order by r.id desc, p.position`,
  workPatterns: sql`
    select ${id("workPattern", sql`p.id`)} as id, p.starts_on as "startsOn", p.minutes, p.created_at as "createdAt"
    from ${workPatterns} p
    where p.workspace_id = ${workspace} and p.user_id = ${user} order by p.starts_on desc`,
  delegations: sql`
    select ${id("delegation", sql`g.id`)} as id, a.name as approver, s.name as "standIn", g.start_date as "startDate",
      g.end_date as "endDate", g.ended_at as "endedAt", g.created_at as "createdAt"
    from ${delegations} g
    join ${users} a on a.workspace_id = g.workspace_id and a.id = g.user_id
    join ${users} s on s.workspace_id = g.workspace_id and s.id = g.stand_in_id
    where g.workspace_id = ${workspace} and ${user} in (g.user_id, g.stand_in_id) order by g.id desc`,
};

const ofAccess: Record<string, SQL> = {
  sessions: sql`
    select s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.revoked_at as "revokedAt", s.method, s.second_factor as "secondFactor", s.ip, s.user_agent as "userAgent"
    from ${sessions} s where s.workspace_id = ${workspace} and s.user_id = ${user} order by s.id desc`,
  signInAccounts: sql`
    select p.issuer, p.subject, p.email, p.created_at as "createdAt"
    from ${providerAccounts} p where p.workspace_id = ${workspace} and p.user_id = ${user}
    union all select c.issuer, c.subject, c.email, c.created_at
    from ${connectionAccounts} c where c.workspace_id = ${workspace} and c.user_id = ${user} order by "createdAt" desc`,
  secondFactors: sql`
    select ${id("factor", sql`f.id`)} as id, f.kind, f.name, f.created_at as "createdAt", f.last_used_at as "lastUsedAt"
    from ${secondFactors} f
    where f.workspace_id = ${workspace} and f.user_id = ${user} and f.confirmed_at is not null order by f.id desc`,
  directory: sql`
    select d.attributes, d.created_at as "createdAt", d.updated_at as "updatedAt", d.removed_at as "removedAt",
      (select jsonb_agg(g.display_name order by g.created_at, g.id) from ${provisionedGroupMembers} m
        join ${provisionedGroups} g on g.workspace_id = m.workspace_id and g.id = m.group_id
        where m.workspace_id = ${workspace} and m.user_id = ${user}) as groups
    from ${provisionedPeople} d where d.workspace_id = ${workspace} and d.user_id = ${user}`,
  connectedApps: sql`
    select c.name, g.scopes, g.created_at as "createdAt", g.last_used_at as "lastUsedAt", g.revoked_at as "revokedAt"
    from ${oauthGrants} g join ${oauthClients} c on c.id = g.client_id
    where g.workspace_id = ${workspace} and g.user_id = ${user} order by g.id desc`,
  apiKeys: sql`
    select ${id("key", sql`k.id`)} as id, k.name, k.description, k.prefix, k.last_four as "lastFour", k.scopes,
      k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt"
    from ${apiKeys} k where k.workspace_id = ${workspace} and k.owner_id = ${user} order by k.id desc`,
  webhooks: sql`
    select ${id("webhook", sql`w.id`)} as id, w.url, w.description, w.events, w.status, w.created_at as "createdAt"
    from ${webhooks} w where w.workspace_id = ${workspace} and w.owner_id = ${user} order by w.id desc`,
  calendarFeeds: sql`
    select ${id("feed", sql`f.id`)} as id, f.kind, f.created_at as "createdAt", f.fetched_at as "fetchedAt",
      f.fetched_by as "fetchedBy", f.ended_at as "endedAt"
    from ${calendarFeeds} f where f.workspace_id = ${workspace} and f.user_id = ${user} order by f.id desc`,
  pushDevices: sql`
    select ${id("device", sql`d.id`)} as id, d.endpoint, d.user_agent as "userAgent", d.created_at as "createdAt",
      d.signed_in_at as "signedInAt", d.used_at as "usedAt"
    from ${pushSubscriptions} d where d.workspace_id = ${workspace} and d.user_id = ${user} order by d.id desc`,
  notifications: sql`
    select ${id("notification", sql`n.id`)} as id, n.name, n.frequency, n.enabled, n.destinations, n.created_at as "createdAt"
    from ${notifications} n where n.workspace_id = ${workspace} and n.owner_id = ${user} order by n.id desc`,
  scheduledReports: sql`
    select ${id("report", sql`r.id`)} as id, r.name, r.report_type as "reportType", r.enabled, r.recipients,
      r.created_at as "createdAt"
    from ${scheduledReports} r where r.workspace_id = ${workspace} and r.owner_id = ${user} order by r.id desc`,
};

const ofHistory: Record<string, SQL> = {
  mails: sql`
    select m.kind, m.subject, m.status, m.created_at as "createdAt" from ${mails} m
    where m.workspace_id = ${workspace} and (lower(m.recipient) = lower(${placeholder("email")}::text) or m.subscription_id in (
      select d.id from ${pushSubscriptions} d where d.workspace_id = ${workspace} and d.user_id = ${user})) order by m.id desc`,
  changes: sql`
    select a.at, a.action, ${id("user", sql`a.acting_user_id`)} as "actingUserId", a.changes
    from ${auditEvents} a
    where a.workspace_id = ${workspace} and a.resource_type = 'user' and a.resource_id = ${user}::text order by a.id desc`,
  // Without the changes: they are about others.
  activity: sql`
    select a.at, a.action, a.resource_type as "resourceType", a.resource_id as "resourceId"
    from ${auditEvents} a where a.workspace_id = ${workspace} and a.acting_user_id = ${user} order by a.id desc`,
};

/** One row beyond the maximum shows that there are more. */
const sections = Object.entries({ profile, ...ofLeave, ...ofAccess, ...ofHistory }).map(
  ([name, rows]) =>
    [
      name,
      statement<{ item: Record<string, unknown> }>(
        sql`select to_json(t) as item from (${rows} limit ${literal(maximumRows + 1)}) t`,
      ),
    ] as const,
);

/** PostgreSQL writes instants in the connection's time zone. */
const inUtc = ([name, value]: [string, unknown]): [string, unknown] =>
  typeof value === "string" && /(^a|A)t$/.test(name) ? [name, new Date(value).toISOString()] : [name, value];

const leaveId = ({ id: text }: Section["rows"][number]): string => decodeId("leave", String(text)) ?? "";

/** Leave with its hours, where its type is shown in hours. */
async function withHours(ctx: Ctx, rows: Section["rows"]): Promise<Section["rows"]> {
  const hours = await findHours(ctx, rows.map(leaveId));
  return rows.map((row) => ({ ...row, durationHours: hours.get(leaveId(row)) ?? null }));
}

/** Everything in the workspace's tables about one person, newest first. */
export async function readSections(
  ctx: Ctx,
  { userId, email }: { userId: string; email: string },
): Promise<Section[]> {
  const values = { workspaceId: ctx.actor.workspaceId, userId, email, ...languageParam(ctx) };
  const read: Section[] = [];
  for (const [name, query] of sections) {
    const found = await query(ctx.db, values);
    const rows = found
      .slice(0, maximumRows)
      .map(({ item }) => Object.fromEntries(Object.entries(item).map(inUtc)));
    const isCut = found.length > maximumRows;
    read.push({ name, isCut, rows: name === "leaves" ? await withHours(ctx, rows) : rows });
  }
  return read;
}
