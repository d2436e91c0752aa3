import type { useTranslations } from "next-intl";
import type { Messages } from "@/app/_i18n/message-types";

/** The translations of the area "audit". */
export type AuditWords = ReturnType<typeof useTranslations<"audit">>;

type Audit = Messages["audit"];
type Resource = keyof Audit["resources"];
type Field = keyof Audit["fields"];
type Action = {
  [R in keyof Audit["actions"]]: `${R}.${keyof Audit["actions"][R] & string}`;
}[keyof Audit["actions"]];

type Choice = {
  [F in keyof Audit["values"]]: `${F}.${keyof Audit["values"][F] & string}`;
}[keyof Audit["values"]];

/** The log may contain names that this version does not know. They have no translation and are shown as stored. */
const isResource = (t: AuditWords, type: string): type is Resource => t.has(`resources.${type as Resource}`);
const isField = (t: AuditWords, name: string): name is Field => t.has(`fields.${name as Field}`);
const isAction = (t: AuditWords, name: string): name is Action => t.has(`actions.${name as Action}`);

const spaced = (name: string): string => name.replaceAll("_", " ");
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "OAuth client", or "Leave type" for `leave_type`. */
export const resourceTitle = (t: AuditWords, type: string): string =>
  isResource(t, type) ? t(`resources.${type}`) : capital(spaced(type));

/** "Created API key" for `api_key.create`; the raw name if the action has no translation. */
export function actionWords(t: AuditWords, action: string): string {
  const [type = "", verb = ""] = action.split(".");
  const resource = resourceTitle(t, type);
  if (verb === "") return t("anything", { resource });
  return isAction(t, action)
    ? t(`actions.${action}`)
    : t("unknown", { verb: capital(spaced(verb)), resource });
}

/** "Expires at" for `expiresAt`. */
export const fieldWords = (t: AuditWords, name: string): string =>
  isField(t, name)
    ? t(`fields.${name}`)
    : capital(name.replace(/([a-z0-9])([A-Z])/g, (_, before, upper) => `${before} ${upper.toLowerCase()}`));

const isChoice = (t: AuditWords, path: string): path is Choice => t.has(`values.${path as Choice}`);

/** Fields whose values are records, written out field by field. */
const inWords = new Set(["policies", "tenureSteps", "labelDays", "carryExpiry"]);

/** Formats a field's value: choices translated, lists with commas, null as a dash. */
export function valueWords(t: AuditWords, field: string, value: unknown): string {
  const choice = `${field}.${value}`;
  if (typeof value === "string" && /^[A-Z_]+$/.test(value) && isChoice(t, choice))
    return t(`values.${choice}`);
  if (value === null && field.endsWith("KeptYears")) return t("changes.forever");
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? t("changes.yes") : t("changes.no");
  if (Array.isArray(value))
    return value.length === 0 ? "–" : value.map((one) => valueWords(t, field, one)).join(", ");
  if (typeof value !== "object") return String(value);
  if (!inWords.has(field)) return JSON.stringify(value);
  return Object.entries(value)
    .filter(([, rule]) => rule !== null && rule !== false && !(Array.isArray(rule) && rule.length === 0))
    .map(([rule, set]) => `${fieldWords(t, rule)}: ${valueWords(t, rule, set)}`)
    .join(", ");
}
