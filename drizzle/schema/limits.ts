// Client-safe: no Drizzle import.

/** The limits of fields that a form and a schema judge: the most characters, entries or units. */
export const limits = {
  /** Of places, labels, leave types, holidays and apps. */
  name: 100,
  personName: 200,
  employeeId: 100,
  labelsOfPerson: 50,
  /** Of a leave and its decision. */
  reason: 2000,
  adjustmentNote: 500,
  filesOfLeave: 5,
  /** Of a file of a leave: ten binary megabytes. */
  fileBytes: 10 * 1024 * 1024,
  fileName: 150,
  issuer: 500,
  clientId: 300,
  clientSecret: 1000,
  /** Of a SAML identity provider: what is pasted, a certificate in PEM, and the certificates of a rotation. */
  samlMetadata: 256 * 1024,
  signingCertificate: 10_000,
  signingCertificates: 2,
  domain: 253,
  /** Of what someone types for a second factor: an app's code, or a recovery code. */
  factorCode: 40,
  /** How long a workspace may let people go without a second factor that it asks for. */
  factorGraceDays: 90,
  keyName: 80,
  keyDescription: 200,
  redirectUris: 10,
  /** Of a mail of a schedule; and where else it is sent. */
  addresses: 50,
  destinations: 10,
  hoursPerDay: 24,
  rolloverDays: 366,
  creditValidDays: 3660,
  /** Of a period of hours worked: the hours of a longer one belong to several accounting years. */
  hoursWorkedDays: 366,
  wageCode: 20,
  payrollColumns: 30,
  payrollCodes: 200,
  payrollTemplates: 100,
  companyLeaveDays: 366,
  /** Locations, departments or labels of a company leave. */
  companyLeaveTargets: 500,
} as const;
