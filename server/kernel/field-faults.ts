/**
 * The faults of fields that have words in the pages' languages, as the API says them; each has its words in the messages `fields`. A new
 * fault that a page can show is one row here. The schema or verb that finds it gives the values. Lists have their own rows where the API
 * names what they hold.
 */
export const fieldFaults = {
  addressTaken: "Another person already has this email address.",
  afterEmployment: "Must not be after the last day of employment, {date}.",
  already: "Already there, with {days} days.",
  amountNeeded: "Must be at least a thousandth of a day.",
  beforeCorrected: "Must not be before correctsFrom.",
  beforeDate: "Must not be before {date}.",
  beforeEarned: "Must not be before earnedOn.",
  beforeEmployment: "Must not be before the first day of employment, {date}.",
  beforeFirstDay: "Must not be before firstDay.",
  beforeFrom: "Must not be before from.",
  beforeFromDate: "Must not be before fromDate.",
  beforeStart: "Must not be before startDate.",
  belowZero: "Must be at least {limit}: this leave type allows no balance below zero.",
  carryLater: "Must be after {date}, when these days expire without this.",
  carryNever: "Must be of a year whose carried-over days expire.",
  activeOne: "Must be an active user.",
  activeUser: "Must be an active user in this workspace.",
  approvedDepartment: "Must be a department the approver approves for.",
  approver: "Must be an approver of a department, or someone's manager.",
  departmentBelow: "Must not be the department itself or one below it.",
  departmentHere: "Must be a department in this workspace.",
  listedTwice: "Must not be listed twice.",
  standInOwn: "Must be someone else: only an administrator can name themselves.",
  standInSelf: "Must be someone else than the approver.",
  hostPublic: "Must be on a host whose addresses are all public.",
  absoluteUrl: "Must be an absolute https URL on a public host.",
  eventNeeded: "Must have at least one event.",
  future: "Must be in the future.",
  onlyPast: "Must be a day that is over at the location.",
  daysAhead: "Must be at most {limit} days ahead.",
  overNeedsReason: "Is required for leave that is over.",
  aboveZero: "Must be above 0.",
  certificates: "Must have one or two signing certificates with RSA keys of at least 2,048 bits.",
  closed: "The days up to {date} are closed. An administrator can reopen them, or add a correction.",
  code: "Must be the code that is shown now, and not one that was used.",
  controlCharacters: "Must not contain control characters.",
  countsAgain:
    "Days of other leave would count again, and there isn't enough balance for them. Missing working days: {days}.",
  counts: "Counts as {counted} {unit} here, not as {given}.",
  date: "Must be a date that exists, in the form YYYY-MM-DD.",
  daysOfPeriod: "Must be within {limit} days of firstDay.",
  decimals: "Must have at most three decimals.",
  department: "Must be a department you can access.",
  departmentCount: "Must have at most {limit, number} departments.",
  departmentNeeded: "Must have at least one department.",
  domain: "Must be a domain such as example.com.",
  email: "Must be an email address.",
  empty: "Must not be empty.",
  endTime: "Must be after the start, and not after midnight.",
  entryCount: "Must have at most {limit} entries.",
  finite: "Must be a finite number.",
  flag: "Must be true or false.",
  fullDays: "This leave type can only be taken in full days.",
  halfCount: "Must have at most {limit} half days.",
  halfDay: "For this leave type, a part day must be half a day: {hours} hours.",
  halfOfWhole: "Is only for full days.",
  halfRepeated: "Must not repeat a date.",
  halfWithin: "Must be within the leave.",
  halvesOnce: "Is only without startPart and endPart.",
  hiddenCharacters: "Must not contain hidden characters.",
  hoursAhead: "Must not be after {date}: hours are worked by then.",
  hoursThere: "Already there, with {hours} hours.",
  inactive: "The user is not active.",
  label: "Must be a label in this workspace.",
  labelCount: "Must have at most {limit} labels.",
  least: "Must be at least {limit}.",
  leaveLength: "A leave can last ten years at most.",
  list: "Must be an array.",
  location: "Must be a location you can access.",
  locationCount: "Must have at most {limit, number} locations.",
  locationNeeded: "Must have at least one location.",
  managed: "Must be someone you manage.",
  manager:
    "Must be the email address or name of an active user you can access, or of another row without faults.",
  managerNamesakes: "Several people have this name. Use the email address.",
  managerSelf: "Must be someone else than the person.",
  markup: "Must not look like HTML or script.",
  most: "Must be at most {limit}.",
  metadataAnswer: "Must be an address that answers with the metadata within 5 seconds.",
  metadataGiven: "Must be the XML of the metadata, or its https URL on a public host.",
  metadataOne: "Must be the metadata of one SAML 2.0 identity provider, in XML.",
  metadataRedirect: "Must name an https URL on a public host for HTTP-Redirect.",
  namesakes: "More than one person has this name.",
  noWorkingDays: "The leave has no working days.",
  notCarried: "Carries no days over at this user's location.",
  notClosed: "Must be a closed day.",
  notNegative: "Must not be negative.",
  number: "Must be a number.",
  object: "Must be an object.",
  oneOf: "Must be one of {values}.",
  onlyFullDays: "Is only for full days: set isFullDayLeave to true.",
  overlapsLeave: "Overlaps {leave}.",
  overlapsRow: "Overlaps row {row}.",
  partDayOnly: "Is only for part days: set isFullDayLeave to false.",
  partDayRequired: "Is required for a part day.",
  past: "Must not be in the past.",
  pastEnd: "Must not be after endDate.",
  person: "Must be a user you can access.",
  placeRequired: "Is required: you can't access the default.",
  plainUrl: "Must not contain a query or a fragment.",
  publicUrl: "Must be an https URL on a public host.",
  reasonNeeded: "This leave type needs a reason.",
  required: "Is required.",
  roleNeeded: "Is required with the role {role}.",
  roleOther: "Is only for the role {role}.",
  roleRefused: "Only administrators can give this role.",
  sameAddress: "Is the same as in row {row}.",
  sameDay: "Must be the same part of the day as startPart.",
  sameOpening: "Has the same person, leave type and date as row {row}.",
  sevenDays: "Must be a list of seven days, from Sunday to Saturday.",
  several: "More than one person has this employee ID.",
  severalFirst: "Must be FULL_DAY or AFTERNOON in leave of several days.",
  severalLast: "Must be FULL_DAY or MORNING in leave of several days.",
  sharesHours: "Shares days with hours from {date} to {until}, which are there already.",
  sharesRow: "Shares days with row {row}.",
  short: "Must have at least {limit, number} characters.",
  steps: "This leave type must be taken in {step} hours.",
  text: "Must be a string.",
  timeZone: "Must be an IANA time zone such as Europe/Paris.",
  tooEarly: "Must not be before {date}, when this person's first accounting year starts.",
  tooFar: "Must be within the next ten years.",
  tooLong: "Must have at most {limit} characters.",
  tooLongGrouped: "Must have at most {limit, number} characters.",
  tooManyNew: "Would create {count} {kind}. An import creates at most {limit}.",
  twoDecimals: "Must have at most two decimals.",
  type: "Must be an existing leave type.",
  typeElsewhere: "This leave type isn't available at the person's location.",
  typeInactive: "This leave type isn't active.",
  typeMissing: "Is required: no leave type has a yearly quota.",
  typeName: "Another leave type already has this name.",
  typeNamed: "Another leave type already has this name in {language}.",
  typeNotAsked: "People can't ask for this leave type themselves.",
  typeUnclear: "Is required: several leave types have a yearly quota.",
  typeUnlimited: "This leave type is unlimited at the person's location.",
  uncovered: "There isn't enough balance.",
  unicode: "Must be well-formed Unicode.",
  unkept: "Would leave booked or requested leave uncovered.",
  unknownField: "Is not a known field.",
  url: "Must be a URL.",
  weekdayTime: "Must be FULL_DAY, HALF_DAY or whole minutes from 0 to {limit}.",
  whole: "Must be a whole number.",
  wholeWithin: "Must be a whole number from {from} to {to}.",
  within: "Must be from {from} to {to}.",
  workingDay: "Must have at least one working day.",
  zero: "Must not be 0.",
  locationHere: "Must be a location in this workspace.",
  typeHere: "Must be a leave type in this workspace.",
  templateHere: "Must be a template in this workspace.",
  typeTwiceAtLocation: "Must not be listed twice for a location.",
  locationManaged: "Must be a location in this workspace that you manage.",
  payPeriodNeeded: "Must have a pay period.",
  payPeriodManaged: "Must be a location with a pay period that you manage.",
  ownerNotifications: "The owner is no longer allowed to have notifications.",
  payrollFormat: "Must be CSV or XLSX: the template says how a CSV file is written.",
  locationOne: "Must be exactly one location.",
  payrollEveryone: "Must be empty: a payroll run has everyone at the location.",
  payrollOnly: "Is only for the reportType PAYROLL_RUN.",
  scopeOfRole: "Your role does not allow {scope}.",
  locationForeign: "Is not a location of this workspace.",
  holidaysLocation: "Is needed for holidays, and only for them.",
  labelsCounted: "Must name the labels whose people are counted.",
  adjustmentForeign: "Is not an adjustment of this user.",
  reversalItself: "Is a reversal itself. Make the adjustment again instead.",
  typeAway: "Isn't available at this user's location.",
  typeLimitless: "Is unlimited at this user's location.",
  typeNoQuota: "Has no yearly quota at this user's location.",
  typeTwiceForUser: "Must not be listed twice for a user.",
  daysOverStay: "Days that are over must stay. Ask someone who manages you.",
  creditsNotAsked: "People can't ask for credits of this leave type themselves.",
  expiryOfPolicy: "Follows from the policy when people ask for themselves.",
  interruptsBoth: "A leave type can't both interrupt and be interrupted.",
  approvalTwice: "Contradicts approvalRequired. Send one of them.",
  planAccruals: "Accruals need the Complete plan.",
  planHourly: "Leave by the hour needs the Complete plan.",
  planTwoLevels: "Two-level approval needs the Complete plan.",
  monthsNeeded: "Is required when firstYear is AFTER_MONTHS.",
  monthsOnly: "Is only accepted when firstYear is AFTER_MONTHS.",
  capOnly: "Is only accepted when the policy accrues.",
  rolloverNeeded: "Is required when rollover is LIMITED.",
  rolloverOnly: "Is only accepted when rollover is LIMITED.",
  stepMonths: "Must be more months than in the step before.",
  stepQuota: "Must be more days than before this step.",
  noDefault: "Is required: there is no default.",
  providerRejected: "The provider rejected this: {problem}",
  keyForm: "Must be 16 to 256 printable ASCII characters without spaces.",
  tokenForm: "Must be 8 to 500 characters without spaces.",
  channelId: "Must be a channel ID.",
  teamId: "Must be the ID of a team.",
  notificationOn: "Must be true: new notifications with this frequency are always enabled.",
  dayOfMonth: "Must be a whole number from 1 to 28, or LAST.",
  scope: "Must be a scope.",
  repeats: "Must not repeat {thing}.",
  daysAfterStart: "Must be less than {limit} days after startDate.",
  yearlyRange: "A range of each year must be shorter than a year.",
  daysOrMonths: "Either days or months is required.",
  leastOrMost: "Either least or most is required.",
  belowLeast: "Must not be less than least.",
  countOrPercent: "Either count or percent is required.",
  fieldNeeded: "Must have at least one field.",
  yearFour: "Must be a year of four digits.",
  monthDay: "Must be a day of the year, in the form MM-DD.",
  color: "Must be six hex digits without #.",
  timestamp: "Must be a timestamp such as 2026-11-20T20:00:00Z.",
  requestId: "Must be a request ID such as req_01JZ….",
  eventScope: "Must not contain {event}, which needs {scope}.",
  only: "Must be {value}.",
  multiple: "Must be a multiple of {step}.",
  above: "Must be greater than {limit}.",
  below: "Must be less than {limit}.",
  form: "Does not have the right form.",
  forms: "Must have one of the forms in the reference.",
  notValid: "Is not valid.",
  redirectUriAbsolute: "It must be an absolute URI.",
  redirectUriForm:
    "It must be an absolute URI without a fragment, wildcard, space or unencoded non-ASCII character.",
  redirectUriHost: "It must have a valid host and port.",
  redirectUriHttps: "It must use https, or http with 127.0.0.1, [::1] or localhost.",
  redirectUriLength: "It must have at most 2048 characters.",
  redirectUriScheme: "It must not use this scheme.",
  redirectUriUser: "It must not contain a username or password.",
  addressRepeated: "Must not repeat an address.",
  plainId: "Must be an ID such as 00000000-0000-0000-0000-000000000000.",
  botToken: "Must be a bot token: it starts with xoxb-.",
  weeksAlike: "Must have lists of the same length.",
  // The API names what a list holds; the pages' words do for any list.
  itemsLeast: "Must have at least {limit} items.",
  itemsMost: "Must have at most {limit} items.",
} as const;

export type FieldFaultKey = keyof typeof fieldFaults;

/** The names of a sentence's values. */
type NamesIn<Text> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}, number` ? Name : Inside) | NamesIn<Rest>
  : never;

type Values = Record<string, string | number>;
type ValuesOf<K extends FieldFaultKey> =
  NamesIn<(typeof fieldFaults)[K]> extends never
    ? [Values?]
    : [Record<NamesIn<(typeof fieldFaults)[K]>, string | number>];

/** The reason of a field's fault as pages receive it, to say it in their language. */
export interface FieldReason {
  key: FieldFaultKey;
  values: Values;
}

/** One fault in the input. */
export interface FieldError {
  path: string;
  message: string;
  /** The fault for the pages, which say it in their language. */
  reason?: FieldReason;
}

/** What is wrong with a field: the API's sentence, and the reason for pages. */
export interface FieldFault {
  message: string;
  reason: FieldReason;
}

const shown = (value: string | number | undefined, isGrouped: boolean): string =>
  isGrouped && typeof value === "number" ? value.toLocaleString("en-US") : String(value);

/** A fault, for the path of its field. @param values of the sentence */
export function fault<K extends FieldFaultKey>(key: K, ...[values = {}]: ValuesOf<K>): FieldFault {
  const message = fieldFaults[key].replace(/\{(\w+)(, number)?\}/g, (_, name: string, grouped?: string) =>
    shown((values as Values)[name], grouped !== undefined),
  );
  return { message, reason: { key, values } };
}

/** A fault as the message of a rule of a zod schema: the issue gets its reason. */
export const rule = <K extends FieldFaultKey>(key: K, ...given: ValuesOf<K>) => ruleOf(fault(key, ...given));

/** A fault that is known already, as the message of a rule of a zod schema. */
export const ruleOf = (found: FieldFault) => ({ error: (issue: object): string => sayIn(issue, found) });

/** An issue of a schema as the fault of a field at this path. */
export function faultAt(
  path: string,
  issue: { message: string },
): { path: string } & Partial<FieldFault> & { message: string } {
  const reason = reasonOf(issue);
  return { path, message: issue.message, ...(reason && { reason }) };
}

/** Gives an issue its reason: zod copies an issue's own fields into the error. @returns the issue's message */
export function sayIn(issue: object, { message, reason }: { message: string; reason?: FieldReason }): string {
  if (reason) Object.assign(issue, { reason });
  return message;
}

/** An issue of zod, as far as its reason goes. */
interface Issue {
  code?: string | undefined;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  reason?: FieldReason;
}

/** The reason of a schema's issue; by default that of its code, where the schema has a sentence of its own. */
function reasonOf(issue: object): FieldReason | undefined {
  const { reason, code, origin, minimum, maximum } = issue as Issue;
  if (reason) return reason;
  const isText = origin === "string";
  if (!isText && origin !== "array") return;
  if (code === "too_small")
    return { key: isText ? "short" : "itemsLeast", values: { limit: Number(minimum) } };
  if (code === "too_big")
    return { key: isText ? "tooLong" : "itemsMost", values: { limit: Number(maximum) } };
}
