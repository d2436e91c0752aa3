/** Descriptions of the tags, in the order of the reference. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Me: "The key you call with: its owner, its scopes, the people it can see, and its limits.",
  Departments:
    "Teams of people. Each has approvers who decide on its leave, and can belong to another department.",
  Locations: "Places with their own time zone, working hours, accounting year and public holidays.",
  Labels: "Tags for people. Use them to filter lists, notifications and reports.",
  Holidays: "A location's public holidays. Nobody has to book leave on them.",
  Users: "The people in the workspace, their balances, and bulk import.",
  "Company leave":
    "Days that a company takes off for many people at once: preview, book, see who was left out, undo.",
  Payroll: "Leave of a pay period, person by person, as a CSV or Excel file for your payroll.",
  Delegations: "Stand-ins: who approves and denies leave in an approver's place, and when.",
  "Leave types": "Kinds of leave, such as vacation, with a policy for each location.",
  "Leave rules":
    "Rules that leave is judged by, such as notice, blocked dates, or how many of a team can be away.",
  Leaves: "Leave from request to decision, and bulk import.",
  Credits: "Time in lieu, bought and granted days with an expiry of their own: ask, grant, decide, cancel.",
  "Hours worked": "The hours people worked, a part of which policies give as leave: report, import, delete.",
  "Leave files": "Doctors' notes and other files of a leave. Few people see them, and each read is audited.",
  Webhooks: "Signed events sent to your endpoint as they happen, with a log of every delivery.",
  Notifications: "Scheduled summaries of who's away, and birthdays, by email, Slack and Microsoft Teams.",
  "Scheduled reports": "CSV and Excel files, sent by email on a schedule. Part of the Complete plan.",
  Operations: "Writes that run in the background: their progress and their result.",
  Meta: "This document.",
};
