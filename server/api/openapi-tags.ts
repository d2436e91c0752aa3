/** What each group of operations is about, in the order in which the reference has them. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Departments:
    "Teams of people. Each has approvers, who decide about its leave, and may belong to another department.",
  Locations: "Places with a time zone, working hours, an accounting year and public holidays of their own.",
  Labels: "Tags on people, to filter lists, notifications and reports by.",
  Holidays: "Public holidays of a location. Nobody needs leave on them.",
  Users: "The people of the workspace, their balances, and bulk import.",
  "Leave types": "Kinds of leave, such as vacation, with a policy for each location.",
  Leaves: "Requests for leave, from the request to the decision, and bulk import.",
  Webhooks: "Signed events, sent to your endpoint as they happen, with a log of every delivery.",
  Notifications: "Scheduled summaries of who's away, and birthdays, by email, Slack and Microsoft Teams.",
  "Scheduled reports": "CSV and Excel files, sent by email on a schedule. Part of the Complete plan.",
  Operations: "Writes that were accepted for later: how far they are, and what they answered.",
  Meta: "This document.",
};
