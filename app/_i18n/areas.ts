/** The parts of the application that have words of their own, each a file of messages for each language. */
export const areas = [
  "common",
  "codes",
  "shell",
  "overview",
  "keys",
  "webhooks",
  "notifications",
  "reports",
  "integrations",
  "reference",
  "usage",
  "logs",
  "errors",
  "apps",
  "clients",
  "settings",
  "audit",
  "legacy",
  "login",
  "consent",
] as const;
export type Area = (typeof areas)[number];
