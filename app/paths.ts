const openApi = "/dashboard/open-api";
const keys = `${openApi}/keys`;
const webhooks = `${openApi}/webhooks`;
const webhook = (id: string) => `${webhooks}/${id}`;
const notifications = `${openApi}/notifications`;
const reports = `${openApi}/reports`;
const people = "/dashboard/people";
const settings = "/dashboard/settings";
const standIns = `${settings}/stand-ins`;
const calendarFeeds = `${settings}/calendar-feeds`;
const oauthClients = `${settings}/oauth-clients`;
const signIn = `${settings}/sign-in`;
const apps = `${settings}/apps`;
const locations = `${settings}/locations`;
const departments = `${settings}/departments`;
const holidays = `${settings}/holidays`;
const leaveTypes = `${settings}/leave-types`;
const leaveRules = `${settings}/leave-rules`;
const payroll = `${settings}/payroll`;
const companyLeave = `${settings}/company-leave`;

/** The starting set of a country, by its ISO 3166-1 code. */
export const startingTypesIn = (country: string): string =>
  `/dashboard/set-up/leave-types?${new URLSearchParams({ country })}`;

/** The paths of the dashboard's pages. */
export const paths = {
  home: "/dashboard",
  request: "/dashboard/request",
  approvals: "/dashboard/approvals",
  leaves: "/dashboard/leaves",
  leave: (id: string) => `/dashboard/leaves/${id}`,
  certificates: "/dashboard/certificates",
  editLeave: (id: string) => `/dashboard/leaves/${id}/edit`,
  balances: "/dashboard/balances",
  /** Who loses what by when. */
  lapses: "/dashboard/balances/lapses",
  /** The year of one person; of the signed-in user without `user`. */
  year: ({ year, user }: { year?: number; user?: string | null } = {}) => {
    const query = new URLSearchParams({ ...(year && { year: String(year) }), ...(user && { user }) });
    return query.size > 0 ? `/dashboard/leaves/year?${query}` : "/dashboard/leaves/year";
  },
  /** A starting set of leave types. */
  startingTypes: "/dashboard/set-up/leave-types",
  daysLeft: "/dashboard/set-up/days-left",
  wallchart: "/dashboard/wallchart",
  people,
  insights: "/dashboard/insights",
  newPerson: `${people}/new`,
  person: (id: string) => `${people}/${id}`,
  editPerson: (id: string) => `${people}/${id}/edit`,
  /** A file, not a page. */
  leaveFiles: (leaveId: string) => `/api/leave-files/${leaveId}`,
  leaveFile: (leaveId: string, id: string) => `/api/leave-files/${leaveId}/${id}`,
  personalData: (id: string) => `/api/personal-data/${id}`,
  openApi,
  keys,
  newKey: `${keys}/new`,
  /** The form, prefilled with these scopes. */
  newKeyWith: (scopes: readonly string[]) => `${keys}/new?scopes=${scopes.join(",")}`,
  key: (id: string) => `${keys}/${id}`,
  legacyKeys: `${openApi}/legacy`,
  webhooks,
  newWebhook: `${webhooks}/new`,
  webhook,
  /** Redirects to the delivery with this id. */
  deliveryById: (id: string) => `${openApi}/deliveries/${id}`,
  delivery: (webhookId: string, id: string) => `${webhook(webhookId)}/deliveries/${id}`,
  notifications,
  newNotification: `${notifications}/new`,
  notification: (id: string) => `${notifications}/${id}`,
  reports,
  newReport: `${reports}/new`,
  /** A report of payroll runs with a template; empty for the usual columns. */
  newPayrollReport: (templateId: string) => `${reports}/new?payroll=${templateId}`,
  report: (id: string) => `${reports}/${id}`,
  /** A file, not a page. */
  reportDownload: (id: string) => `/api/report-downloads/${id}`,
  /** Explains why the file is missing. */
  reportFile: (id: string) => `${reports}/files/${id}`,
  usage: `${openApi}/usage`,
  logs: `${openApi}/logs`,
  log: (requestId: string) => `${openApi}/logs/${requestId}`,
  errors: `${openApi}/errors`,
  reference: `${openApi}/reference`,
  /** The explanation of a code in the error catalogue. */
  errorCode: (code: string) => `${openApi}/reference/errors#${code.toLowerCase()}`,
  settings,
  leaveRules,
  newLeaveRule: `${leaveRules}/new`,
  /** The form of a new rule of this kind. */
  newLeaveRuleOf: (kind: string) => `${leaveRules}/new?kind=${kind}`,
  leaveRule: (id: string) => `${leaveRules}/${id}`,
  /** The leave that breaks a rule. */
  leaveRuleLeave: (id: string, leave: "coming" | "past") => `${leaveRules}/${id}?leave=${leave}#rule-effect`,
  import: `${settings}/import`,
  signIn,
  newConnection: `${signIn}/new`,
  connection: (id: string) => `${signIn}/${id}`,
  oauthClients,
  newOauthClient: `${oauthClients}/new`,
  oauthClient: (clientId: string) => `${oauthClients}/${clientId}`,
  locations,
  newLocation: `${locations}/new`,
  location: (id: string) => `${locations}/${id}`,
  closing: (locationId: string) => `${locations}/${locationId}#location-closing`,
  departments,
  newDepartment: `${departments}/new`,
  department: (id: string) => `${departments}/${id}`,
  labels: `${settings}/labels`,
  holidays,
  importHolidays: `${holidays}/import`,
  leaveTypes,
  newLeaveType: `${leaveTypes}/new`,
  leaveType: (id: string) => `${leaveTypes}/${id}`,
  leavePolicy: (leaveTypeId: string, locationId: string) => `${leaveTypes}/${leaveTypeId}/${locationId}`,
  companyLeave,
  newCompanyLeave: `${companyLeave}/new`,
  oneCompanyLeave: (id: string) => `${companyLeave}/${id}`,
  /** The balances of a person, with the form that corrects closed days. */
  correction: (
    userId: string,
    leaveTypeId: string,
    { startDate, endDate, days }: { startDate: string; endDate: string; days: number },
  ) =>
    `/dashboard/balances?${new URLSearchParams({ user: userId, type: leaveTypeId, corrects: startDate, to: endDate, days: String(days) })}`,
  payroll,
  newPayrollRun: `${payroll}/new`,
  payrollRun: (id: string) => `${payroll}/${id}`,
  /** A file, not a page. */
  payrollFile: (id: string, format: "CSV" | "XLSX") => `/api/payroll-runs/${id}?format=${format}`,
  newPayrollTemplate: `${payroll}/templates/new`,
  payrollTemplate: (id: string) => `${payroll}/templates/${id}`,
  leaveSettings: `${settings}/leave`,
  integrations: `${settings}/integrations`,
  mailSettings: `${settings}/mail`,
  apps,
  workspaceApps: `${apps}/workspace`,
  connectApp: `${apps}/connect`,
  standIns,
  newStandIn: `${standIns}/new`,
  calendarFeeds,
  newCalendarFeed: `${calendarFeeds}/new`,
  auditLog: `${settings}/audit-log`,
  retention: `${settings}/retention`,
  /** A file, not a page. */
  auditLogExport: "/api/audit-log",
};
