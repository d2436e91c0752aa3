/** Verbs with the reason why they touch no days. */
const becauseOf = (reasons: readonly (readonly [names: string, reason: string])[]) =>
  Object.fromEntries(reasons.flatMap(([names, reason]) => names.split(" ").map((name) => [name, reason])));

/** The endpoints of v2 that touch no days. */
export const v2WithoutDays: Readonly<Record<string, string>> = becauseOf([
  [
    "createDepartment updateDepartment deleteDepartment createLabel updateLabel deleteLabel",
    "names a department or a label",
  ],
  ["createLocation deleteLocation", "has no people, and so no leave"],
  ["updateLocation", "leave that is booked keeps its counts"],
  ["closeDays reopenDays", "changes which days are closed"],
  [
    "previewHoliday previewHolidayImport previewHolidayUpdate previewLeavePolicies previewLeave previewCompanyLeave previewLeaveRule previewWorkPattern",
    "writes nothing",
  ],
  ["createUser importUsers", "a new person has no leave yet, and begins with what they have today"],
  ["activateUser deactivateUser handOverUsers", "leave stays as it is"],
  ["erasePersonalData", "the person may ask for it by law: names go, days stay"],
  ["inviteUser sendInvitation sendInvitations", "is about signing in"],
  ["createLeaveType updateLeaveType", "what a policy gives is no day of leave; leave keeps its counts"],
  ["denyLeave denyCredit", "a request has taken no days"],
  [
    "createPayrollRun deletePayrollRun createPayrollTemplate updatePayrollTemplate deletePayrollTemplate",
    "lists days, and changes none",
  ],
  ["remindApprovers", "sends a mail"],
  ["withdrawCancellation withdrawChange", "leave stays as it is"],
  ["addLeaveFile deleteLeaveFile", "a file is about leave, and changes no day of it"],
  [
    "askLeaveCertificate editLeaveCertificate withdrawLeaveCertificate",
    "a certificate is about leave, and changes no day of it",
  ],
  ["createDelegation endDelegation", "is about who decides"],
  ["createLeaveRule updateLeaveRule deleteLeaveRule", "rules judge new leave only"],
  [
    "createWebhook updateWebhook deleteWebhook rotateWebhookSecret pauseWebhook resumeWebhook testWebhook redeliver",
    "sends events",
  ],
  ["createNotification updateNotification deleteNotification", "sends messages"],
  ["createScheduledReport updateScheduledReport deleteScheduledReport", "sends reports"],
]);

/** The mutations of pages that touch no days. */
export const pagesWithoutDays: Readonly<Record<string, string>> = becauseOf([
  ["apiKeys.create apiKeys.rename apiKeys.revoke legacyKeys.delete", "is about keys"],
  [
    "appsOfPeople.revoke connectedApps.revoke oauthClients.create oauthClients.update oauthClients.rotateSecret oauthClients.dropPreviousSecret oauthClients.delete workspaceApps.setPolicy workspaceApps.allow workspaceApps.disallow",
    "is about apps",
  ],
  ["calendarFeeds.create calendarFeeds.rotate calendarFeeds.end calendarFeeds.endOffer", "shows leave"],
  [
    "connections.create connections.createSaml connections.update connections.updateSaml connections.activate connections.pause connections.delete emailDomains.claim emailDomains.verify emailDomains.remove signInPolicy.set signInPolicy.setEmergencyAccess signInPolicy.setFactors secondFactors.start secondFactors.confirm secondFactors.rename secondFactors.end secondFactors.verify secondFactors.renewRecoveryCodes secondFactors.startPasskey secondFactors.confirmPasskey secondFactors.requestPasskey secondFactors.verifyPasskey provisioning.createToken provisioning.endToken provisioning.claimPeople provisioning.setMapping provisioning.setAttributeMapping",
    "is about signing in",
  ],
  ["closings.close closings.reopen", "changes which days are closed"],
  [
    "companyLeaves.preview lapses.preview provisioning.previewAttributeMapping entitlements.checkImport hoursWorked.checkImport workPatterns.previewMany workPatterns.standing directory.holidays.previewImport leaves.checkImport invitations.previewMany invitations.standing people.previewChange peopleImport.checkImport",
    "writes nothing",
  ],
  ["delegations.create delegations.end", "is about who decides"],
  [
    "devices.connect devices.resume devices.replace devices.delete devices.sendTest",
    "is about push notifications",
  ],
  ["entitlements.setDaysLeft", "is dated today, which is never closed"],
  [
    "directory.departments.create directory.departments.update directory.departments.delete directory.labels.create directory.labels.update directory.labels.delete",
    "names a department or a label",
  ],
  [
    "directory.locations.create directory.locations.delete startingSets.prepare",
    "has no people, and so no leave",
  ],
  ["directory.locations.update", "leave that is booked keeps its counts"],
  [
    "certificates.ask certificates.move certificates.receive certificates.withdraw",
    "a certificate is about leave, and changes no day of it",
  ],
  [
    "payroll.create payroll.delete payroll.templates.create payroll.templates.update payroll.templates.delete payroll.templates.sample",
    "lists days, and changes none",
  ],
  ["questions.ask questions.answer", "asks about leave, and changes no day of it"],
  ["leaveFiles.remove", "a file is about leave, and changes no day of it"],
  [
    "leaveTypes.create leaveTypes.createMany leaveTypes.update",
    "what a policy gives is no day of leave; leave keeps its counts",
  ],
  ["leaveRules.create leaveRules.update leaveRules.delete", "rules judge new leave only"],
  ["leaves.remind lapses.notify", "sends a mail"],
  ["leaves.withdrawCancellation leaves.withdrawChange", "leave stays as it is"],
  [
    "integrations.connectSlack integrations.connectMicrosoft integrations.test integrations.disconnect",
    "is about other systems",
  ],
  [
    "invitations.create invitations.links invitations.send invitations.sendMany sessions.revokeOthers",
    "is about signing in",
  ],
  ["mailPreferences.update preferences.change requestLog.noteErrorsVisit", "is the person's own setting"],
  [
    "notifications.create notifications.update notifications.delete notifications.resend notifications.sendTest",
    "sends messages",
  ],
  [
    "people.create peopleImport.import",
    "a new person has no leave yet, and begins with what they have today",
  ],
  ["people.handOver people.activate people.deactivate", "leave stays as it is"],
  ["personalData.admitExport", "writes nothing"],
  ["personalData.erase", "the person may ask for it by law: names go, days stay"],
  [
    "scheduledReports.create scheduledReports.update scheduledReports.delete scheduledReports.startDownload scheduledReports.cancelDownload",
    "sends reports",
  ],
  [
    "webhooks.create webhooks.update webhooks.pause webhooks.resume webhooks.rotateSecret webhooks.endOverlap webhooks.delete webhooks.test webhooks.redeliver webhooks.retryWaiting webhooks.redeliverMany webhooks.recoverFailed",
    "sends events",
  ],
  ["workspace.updateSettings workspace.endSetup", "no setting of a workspace counts days"],
]);

/** The tools that touch no days that are over. */
export const toolsWithoutDays: Readonly<Record<string, string>> = becauseOf([
  [
    "cancel_leave",
    "gives back days from today on; leave that is over needs a reason, which the tool has not",
  ],
]);

/** The jobs, of which none changes closed days. */
export const jobsWithoutDays: Readonly<Record<string, string>> = becauseOf([
  ["deliver-webhooks", "sends events"],
  ["notify-lapses write-leave-mails send-mails warn-webhook-owners warn-of-quota", "sends mails"],
  ["send-push-notifications", "sends push notifications"],
  ["compose-notifications send-notifications move-earlier-mails", "sends messages"],
  ["send-scheduled-reports make-report-downloads", "sends reports"],
  ["expire-leaves", "a request has taken no days, and leave whose change was asked for stays as it is"],
  ["store-day-counts", "stores what leave has counted before, and its sum stays"],
  [
    "rotate-signing-keys clean-up-oauth delete-expired-signin delete-old-sign-in-attempts check-email-domains warn-of-connection-expiry delete-full-throttles delete-ended-access delete-ended-secrets record-missed-identities",
    "is about signing in",
  ],
  [
    "delete-old-deliveries delete-old-mails delete-old-decision-links delete-old-occurrences delete-old-report-downloads delete-ended-hooks delete-ended-feeds delete-ended-devices delete-old-requests delete-expired-audit",
    "deletes what was sent or logged",
  ],
  ["delete-expired-leave", "the retention period of erased people's leave is over, by law"],
]);
