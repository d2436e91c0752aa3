/**
 * The reasons of refusals that a page can show, as the API says them; each has its words in the languages of the pages, in `faults`. A new
 * refusal that a page can show is one row here. The code that throws it gives the values.
 */
export const reasons = {
  accountBeyond:
    "This person decides about people that the acting user can't access, as an approver or a stand-in.",
  activeAlready: "This person is already active.",
  addForManaged: "You can only add leave for people you manage.",
  addOnOff: "The Open API add-on isn't turned on in this workspace.",
  adjustmentReversed: "This adjustment is already reversed.",
  adminOnly: "Only administrators can do this.",
  allOpen: "No days are closed.",
  answerOwn: "Only the person on leave can answer.",
  answered: "This question was already answered.",
  approvedBy: "{name} has already approved this leave.",
  approvedLevel1By: "{name} has already approved this leave at level 1.",
  beingErased: "Another administrator is already erasing this person's data.",
  cancelAsked: "You already asked to cancel this leave.",
  cancelWaits: "This leave waits for an approver's consent to cancel it.",
  certificateAsked: "A certificate was already asked for.",
  certificateManagers: "Only administrators and location admins who manage the person can do this.",
  clientAdmins: "Only administrators can manage OAuth clients.",
  closed: "The days up to {date} are closed. An administrator can reopen them, or add a correction.",
  closedAlready: "The days up to {date} are closed already.",
  codesOften: "Too many wrong codes.",
  companyBooking: "This company leave is still being booked.",
  companyPlaces: "Location admins can book company leave only for locations they manage.",
  companyUndoing: "This company leave is being undone.",
  companyUndone: "This company leave was undone.",
  connectionActive: "This connection is already active.",
  connectionCount: "A workspace has at most {limit} connections.",
  connectionInactive: "This connection isn't active.",
  connectionMissing: "This connection doesn't exist.",
  connectionUntested: "This connection hasn't been tested since it was changed.",
  countsAgain:
    "Days of other leave of the person would count again, and there isn't enough balance for them.",
  creditChanged: "This credit has changed since you opened it.",
  creditDone: "You can't do this with a credit that is {status}.",
  creditOver: "This credit could be used until {date}. What was left of it is lost.",
  decidedByAdmins: "Only administrators can decide this {what}.",
  decidedByDepartment:
    "Only the person's manager or the department's approvers, location admins and administrators can decide this {what}.",
  decidedByLocation: "Only the admins of the person's location and administrators can decide this {what}.",
  defaultPlace: "This is the default {what}.",
  deleteNeedsConsent: "Approved leave of this type can't be deleted without an approver's consent.",
  deliveryHeld: "This delivery is on hold.",
  deliveryMissing: "The webhook has no delivery with this ID. Deliveries are kept for 30 days.",
  deniedBy: "{name} has already denied this leave.",
  departmentConnection: "A connection for signing in creates people in this department.",
  departmentLeave: "This department has leave history.",
  departmentName: "Another department already has this name.",
  departmentParts: "Other departments belong to this one.",
  departmentPeople: "People still belong to this department, including inactive ones.",
  directoryFields:
    "The directory of {name} provisions this person: what it says about them can only be changed there.",
  domainCount: "A workspace has at most {limit} domains.",
  domainElsewhere: "This domain is verified in another workspace.",
  domainListed: "This domain is already in the list.",
  domainMissing: "This domain doesn't exist.",
  domainUnverified: "No domain is verified.",
  emailTaken: "Another person already has this email address.",
  emergencyLast: "No other administrator has emergency access.",
  emergencyNone: "No administrator has emergency access.",
  emergencyPassword: "This person isn't an active administrator with a password.",
  eraseActive: "This person is active.",
  erased: "This person's data was already erased.",
  factorCount: "You have at most {limit} second factors.",
  factorLast: "Your workspace asks you for a second factor, and this is your last one.",
  factorMissing: "This second factor doesn't exist, or waited too long for its first code.",
  factorNeeded: "Your workspace asks you for a second factor, and you have none yet.",
  factorNone: "You have no second factor.",
  factorProofOld: "Prove your second factor first: that counts for ten minutes.",
  feedCount: "You can have at most {limit} calendar feeds.",
  fileOfOther: "Someone else added this file.",
  fileUnsigned: "You're not signed in.",
  filterBeyond: "{filter} includes a {noun} the acting user can't access.",
  formReused: "This form was already saved with different values.",
  groupMissing: "This group of the directory doesn't exist any more.",
  holidayExists: "This location already has a holiday with this name on this day.",
  hookAddress: "{reason}",
  hookOfApp: "An app made this webhook, and it can't be changed.",
  hookOwnerInactive: "The webhook's owner isn't active.",
  hookPaused: "The webhook is paused.",
  hookPausedAlready: "The webhook is already paused.",
  hookPausedOwner: "The webhook is paused because its owner is inactive.",
  hookRevoked: "The webhook is revoked. This can't be undone.",
  hookRunning: "The webhook isn't paused.",
  hoursReported: "Hours are reported already from {date} to {until}.",
  importManagers: "Only people who manage others can import leave.",
  inactiveAlready: "This person is already inactive.",
  invitedInactive: "This person is inactive.",
  invitedSignedIn: "This person can sign in already.",
  justInvited: "This person has signed in already, or was invited less than a minute ago.",
  keyMissing: "This key does not exist or is not yours.",
  keyRevoked: "This key is already revoked.",
  labelName: "Another label already has this name.",
  lastAdmin: "This is the last active administrator.",
  lastConnection: "It's the last active connection, and people sign in through connections only.",
  leaveBegun: "This leave has begun.",
  leaveChanged: "This leave has changed since you opened it.",
  leaveIsNow: "This leave is {status} now.",
  leaveOver: "This leave is already over.",
  leaveRaced: "Another request changed this leave at the same time.",
  leaveStatus: "You can't do this with a leave that is {status}.",
  legacyKeys: "Only administrators can see and delete legacy keys.",
  locationConnection: "A connection for signing in creates people in this location.",
  locationPrepared: "This location has leave types already, or someone works there.",
  locationHoliday: "A holiday was just added to this location.",
  locationLeave: "This location has leave history.",
  locationName: "Another location already has this name.",
  locationPayroll: "This location has payroll runs.",
  locationPeople: "People still belong to this location, including inactive ones.",
  logMissing: "There's no request with this ID in the log, or it was made with someone else's key.",
  lookupsBusy: "Too many people are looking up holidays right now.",
  mailSetUp: "Mail is set up here, so invitations are sent.",
  managersOnly: "Only administrators and location admins can do this, for people they manage.",
  nameServerSilent: "The name server of {name} doesn't answer.",
  noCancelWaits: "This leave doesn't wait for consent to cancel it.",
  noChangeWaits: "This leave doesn't wait for consent to change it.",
  noPreviousSecret: "There's no previous secret to end.",
  notByConnection: "You haven't signed in through an active connection.",
  nothingFailed: "No destination has failed, so there's nothing to resend.",
  notificationRoles: "Only approvers, location admins and administrators can create notifications.",
  openAlready: "No days after {date} are closed.",
  otherOrigin: "The request came from another origin.",
  othersKeys: "Only administrators can see other people's keys.",
  overlapsCompany: "This overlaps company leave from {date} to {until}{id}.",
  overlapsOther: "This overlaps another leave of the same person{id}.",
  overrideByOther: "Only someone else who manages the person can go ahead in spite of a leave rule.",
  ownAndManagers: "Only the person on leave and those who manage them can do this.",
  ownDecision: "You can't decide your own {what}. Another approver has to.",
  passkeyRefused: "This passkey couldn't be confirmed, or it took too long.",
  patternCount: "A user can have {limit} working patterns at most.",
  patternUncovers: "This would leave {days} days of booked or requested leave uncovered.",
  payrollFiles: "The files of payroll runs are with the payroll runs.",
  personDeleted: "The person was deleted.",
  personGone: "The person no longer exists.",
  personWasDeleted: "This person was deleted.",
  proofLapsed: "Prove your second factor again first: that counts for an hour.",
  pushOff: "Push notifications are switched off on this server.",
  pushTestsOften: "These were many tests in a short time.",
  questionCount: "There were {limit} questions about this leave within a day.",
  recordMissing: "There's no such TXT record at {host}.",
  remindOwn: "Only the person on leave can remind its approvers.",
  reminded: "The approvers were already reminded today.",
  reportPlaces: "A location admin's report can only cover locations they manage.",
  reportRoles: "Only administrators and location admins can use scheduled reports.",
  roleChanges: "Only administrators can change roles.",
  roleHigher: "This person's role is higher than the acting user's.",
  roleLacksScope: "The acting user's role doesn't allow {scope}.",
  ruleWriters:
    "Administrators write all leave rules, location admins those whose locations are all ones that they manage.",
  rulesChanged: "The leave rules have changed since the preview.",
  secretOverlap: "The previous secret keeps working until {until}.",
  signedOut: "You are not signed in, or your session has ended.",
  signInOld: "Sign in again first: your sign-in must not be older than ten minutes.",
  standInEnded: "You're no longer the stand-in for this leave's approver.",
  standInManagers: "Only the approver, and administrators and location admins who manage them, can do this.",
  standInOver: "This stand-in's time is already over.",
  standInRoles: "Only approvers and managers can name a stand-in for themselves.",
  standInTaken: "This person is already the approver's stand-in on some of these days.",
  teamFeedsOff: "Your workspace doesn't allow team calendars.",
  templateCount: "A workspace has at most {limit} payroll templates.",
  templateInUse: "Scheduled reports use this template.",
  templateName: "Another template already has this name.",
  testsOften: "Too many test messages for this notification.",
  tokenMissing: "This token doesn't exist.",
  typeName: "Another leave type already has this name.",
  typesMeet: "Leave of this type is at the same time as other leave, which this setting allows.",
  uncoveredDays: "This would leave {days} days of booked or requested leave uncovered.",
  uncoveredPeople: "This would leave booked or requested leave uncovered: {people}.",
  uncoveredSpan: "There isn't enough balance for leave from {date} to {until}.",
  uploadCut: "The connection ended before the file was complete.",
  uploadEmpty: "The file is empty.",
  uploadTooLarge: "The file is larger than {size}.",
  waiting: "Requests that wait for a decision in these days: {requests}.",
  waitsLevel1: "This leave is waiting for a level 1 approver.",
  waitsLevel2: "This leave is approved at level 1 and waiting for a level 2 approver.",
  withdrawOwn: "Only the person on leave can withdraw this.",
} as const;

export type ReasonKey = keyof typeof reasons;

/** The names of a sentence's values. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type Values = Record<string, string | number>;

/** A reason as pages receive it, to say it in their language. */
export interface Reason {
  key: ReasonKey;
  values: Values;
}

/** A reason without values. */
export type PlainReason = {
  [K in ReasonKey]: NamesIn<(typeof reasons)[K]> extends never ? K : never;
}[ReasonKey];

/**
 * The reason of a refusal, with the sentence that the API says.
 * @param values of the sentence, and others that only the pages' words need
 */
export function because<K extends ReasonKey>(
  key: K,
  ...[values = {}]: K extends PlainReason
    ? [Values?]
    : [Values & Record<NamesIn<(typeof reasons)[K]>, string | number>]
): { description: string; reason: Reason } {
  const description = reasons[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return { description, reason: { key, values } };
}
