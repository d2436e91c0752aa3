/** Kinds of mail about leave that somebody can switch off. What was decided on one's own leave always comes. */
export type MailSwitch = "requests" | "reminders" | "changes";
