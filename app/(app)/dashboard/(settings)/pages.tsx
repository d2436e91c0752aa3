import type { PageRecord } from "@/app/_kit/page/page-record";
import { FormSkeleton, SkeletonBlocks } from "@/app/_kit/page/page-skeleton";
import { besideContent, besidePolicy } from "@/app/_kit/ui/layouts";
import { Skeleton, SkeletonRows } from "@/app/_kit/ui/skeleton";
import type { SectionPage } from "@/app/(app)/dashboard/_shell/section-page";
import { isAdmin, leadsLocation } from "@/app/(app)/dashboard/_shell/visitor";
import { paths } from "@/app/paths";

const blocks = (...sizes: string[]) => <SkeletonBlocks sizes={sizes} className="max-w-3xl" />;
const narrow = (...sizes: string[]) => <SkeletonBlocks sizes={sizes} className="max-w-2xl" />;

export const profile: SectionPage = {
  name: "profile",
  href: paths.settings,
  exact: true,
  title: "settings.title",
  section: "settings.title",
  loading: "settings.loading",
  areas: ["settings", "proof"],
  skeleton: () => blocks("h-44", "h-36", "h-60", "h-36", "h-72", "h-48"),
};

const above = [profile];

export const mailSettings: SectionPage = {
  name: "mailSettings",
  href: paths.mailSettings,
  title: "settings.mail.title",
  lead: "settings.mail.description",
  loading: "settings.mail.loading",
  above,
  areas: ["settings", "devices"],
  skeleton: () => blocks("h-96"),
};

export const calendarFeeds: SectionPage = {
  name: "calendarFeeds",
  href: paths.calendarFeeds,
  title: "feeds.title",
  lead: "feeds.lead",
  loading: "feeds.loading",
  above,
  areas: ["feeds"],
  skeleton: () => <SkeletonRows rows={3} columns={6} />,
};

export const newCalendarFeed: PageRecord = {
  title: "feeds.create",
  loading: "feeds.loadingForm",
  above: [profile, calendarFeeds],
  areas: ["feeds"],
  skeleton: () => narrow("h-64"),
};

export const standIns: SectionPage = {
  name: "standIns",
  href: paths.standIns,
  title: "settings.standIns.title",
  lead: "settings.standIns.lead",
  loading: "settings.standIns.loading",
  above,
  areas: ["settings"],
  skeleton: () => <SkeletonRows rows={3} columns={6} />,
};

export const newStandIn: PageRecord = {
  title: "settings.standIns.create",
  loading: "settings.standIns.loadingForm",
  above: [profile, standIns],
  areas: ["settings"],
  skeleton: () => narrow("h-96"),
};

export const apps: SectionPage = {
  name: "apps",
  href: paths.apps,
  title: "apps.title",
  lead: "apps.lead",
  loading: "apps.loading",
  above,
  areas: ["apps"],
  skeleton: () => <SkeletonBlocks sizes={["h-48", "h-48"]} className="gap-4" />,
};

export const workspaceApps: PageRecord = {
  title: "apps.title",
  lead: "apps.workspace.lead",
  loading: "apps.loading",
  above,
  areas: ["apps"],
  skeleton: () => <SkeletonBlocks sizes={["h-9", "h-56", "h-40"]} className="gap-6" />,
};

export const connectApp: PageRecord = {
  title: "apps.connect.title",
  lead: "apps.connect.lead",
  above: [profile, apps],
  areas: ["apps"],
};

export const leaveTypes: SectionPage = {
  name: "leaveTypes",
  href: paths.leaveTypes,
  who: isAdmin,
  title: "policies.title",
  lead: "policies.lead",
  loading: "policies.loading",
  above,
  areas: ["policies"],
  skeleton: () => <SkeletonRows rows={6} columns={4} />,
};

export const newLeaveType: PageRecord = {
  title: "policies.create",
  above: [profile, leaveTypes],
  areas: ["policies"],
};

export const leaveType: PageRecord = {
  title: "policies.title",
  loading: "policies.loadingForm",
  missing: { title: "policies.missing.title", text: "policies.missing.text", back: "policies.missing.back" },
  above: [profile, leaveTypes],
  areas: ["policies"],
  skeleton: () => blocks("h-80", "h-60", "h-28"),
};

export const leavePolicy: PageRecord = {
  ...leaveType,
  skeleton: () => <FormSkeleton sizes={["h-160"]} beside="h-40" layout={besidePolicy} />,
};

export const leaveRules: SectionPage = {
  name: "leaveRules",
  href: paths.leaveRules,
  title: "rules.title",
  lead: "rules.lead",
  loading: "rules.loading",
  above,
  areas: ["rules"],
  skeleton: () => blocks("h-48", "h-32"),
};

export const newLeaveRule: PageRecord = {
  title: "rules.create",
  loading: "rules.loadingForm",
  above: [profile, leaveRules],
  areas: ["rules", "faults"],
  skeleton: () => <FormSkeleton sizes={["h-160"]} beside="h-40" layout={besideContent} />,
};

export const leaveRule: PageRecord = {
  ...newLeaveRule,
  title: "rules.title",
  missing: { title: "rules.missing.title", text: "rules.missing.text", back: "rules.missing.back" },
};

export const holidays: SectionPage = {
  name: "holidays",
  href: paths.holidays,
  who: leadsLocation,
  title: "places.holidays.title",
  lead: "places.holidays.lead",
  loading: "places.holidays.loading",
  above,
  areas: ["places"],
  skeleton: () => <SkeletonRows rows={8} columns={4} />,
};

export const importHolidays: PageRecord = {
  title: "places.holidays.importing.title",
  lead: "places.holidays.importing.lead",
  loading: "places.holidays.importing.loading",
  above: [profile, holidays],
  areas: ["places"],
  skeleton: () => blocks("h-56", "h-96"),
};

export const leaveSettings: SectionPage = {
  name: "leaveSettings",
  href: paths.leaveSettings,
  who: isAdmin,
  title: "settings.leave.title",
  lead: "settings.leave.description",
  loading: "settings.leave.loading",
  above,
  areas: ["settings"],
  skeleton: () => blocks("h-72"),
};

export const locations: SectionPage = {
  name: "locations",
  href: paths.locations,
  who: isAdmin,
  title: "places.locations.title",
  lead: "places.locations.lead",
  loading: "places.locations.loading",
  above,
  areas: ["places"],
  skeleton: () => <SkeletonRows rows={3} columns={6} />,
};

export const newLocation: PageRecord = {
  title: "places.locations.create",
  above: [profile, locations],
  areas: ["places"],
};

export const location: PageRecord = {
  title: "places.locations.title",
  loading: "places.loadingForm",
  missing: {
    title: "places.locations.missing.title",
    text: "places.locations.missing.text",
    back: "places.locations.missing.back",
  },
  above: [profile, locations],
  areas: ["places", "faults"],
  skeleton: () => blocks("h-160", "h-28"),
};

export const departments: SectionPage = {
  name: "departments",
  href: paths.departments,
  who: isAdmin,
  title: "places.departments.title",
  lead: "places.departments.lead",
  loading: "places.departments.loading",
  above,
  areas: ["places"],
  skeleton: () => <SkeletonRows rows={3} columns={6} />,
};

export const newDepartment: PageRecord = {
  title: "places.departments.create",
  above: [profile, departments],
  areas: ["places"],
};

export const department: PageRecord = {
  title: "places.departments.title",
  loading: "places.loadingForm",
  missing: {
    title: "places.departments.missing.title",
    text: "places.departments.missing.text",
    back: "places.departments.missing.back",
  },
  above: [profile, departments],
  areas: ["places"],
  skeleton: () => blocks("h-130", "h-28"),
};

export const labels: SectionPage = {
  name: "labels",
  href: paths.labels,
  who: isAdmin,
  title: "places.labels.title",
  lead: "places.labels.lead",
  loading: "places.labels.loading",
  above,
  areas: ["places"],
  skeleton: () => <SkeletonRows rows={3} columns={3} />,
};

export const importing: SectionPage = {
  name: "import",
  href: paths.import,
  who: isAdmin,
  title: "import.title",
  lead: "import.lead",
  above,
  areas: ["import", "faults", "setup", "people"],
};

export const auditLog: SectionPage = {
  name: "auditLog",
  href: paths.auditLog,
  who: isAdmin,
  title: "audit.title",
  lead: "audit.lead",
  loading: "audit.loading",
  above,
  areas: ["audit"],
  skeleton: () => (
    <>
      <Skeleton className="mb-4 h-24 w-full max-w-3xl" />
      <SkeletonRows rows={8} columns={6} />
    </>
  ),
};

export const retention: SectionPage = {
  name: "retention",
  href: paths.retention,
  who: isAdmin,
  title: "settings.retention.title",
  lead: "settings.retention.description",
  loading: "settings.retention.loading",
  above,
  areas: ["settings"],
  skeleton: () => blocks("h-64", "h-96"),
};

export const integrations: SectionPage = {
  name: "integrations",
  href: paths.integrations,
  who: isAdmin,
  title: "integrations.title",
  lead: "integrations.description",
  loading: "integrations.loading",
  above,
  areas: ["integrations"],
  skeleton: () => <SkeletonBlocks sizes={["h-64", "h-64"]} className="grid items-start lg:grid-cols-2" />,
};

export const signIn: SectionPage = {
  name: "signIn",
  href: paths.signIn,
  who: isAdmin,
  title: "connections.title",
  section: "connections.title",
  lead: "connections.lead",
  loading: "connections.loading",
  above,
  areas: ["connections", "faults"],
  skeleton: () => blocks("h-56", "h-48"),
};

export const newConnection: PageRecord = {
  title: "connections.list.create",
  loading: "connections.loadingForm",
  above: [profile, signIn],
  areas: ["connections", "faults"],
  skeleton: () => narrow("h-48", "h-96"),
};

export const connection: PageRecord = {
  ...newConnection,
  title: "connections.one",
  missing: {
    title: "connections.missing.title",
    text: "connections.missing.text",
    back: "connections.missing.back",
  },
  skeleton: () => narrow("h-40", "h-96", "h-28"),
};

export const oauthClients: SectionPage = {
  name: "oauthClients",
  href: paths.oauthClients,
  who: isAdmin,
  title: "clients.title",
  section: "clients.title",
  lead: "clients.lead",
  loading: "clients.loading",
  above,
  areas: ["clients", "consent"],
  skeleton: () => <SkeletonRows rows={3} columns={6} />,
};

export const newOauthClient: PageRecord = {
  title: "clients.create",
  above: [profile, oauthClients],
  areas: ["clients", "consent"],
};

export const oauthClient: PageRecord = {
  title: "clients.one",
  missing: { title: "clients.missing.title", text: "clients.missing.text", back: "clients.missing.back" },
  above: [profile, oauthClients],
  areas: ["clients", "consent"],
};

export const companyLeave: SectionPage = {
  name: "companyLeave",
  href: paths.companyLeave,
  who: leadsLocation,
  title: "companyLeave.title",
  lead: "companyLeave.lead",
  loading: "companyLeave.loading",
  above,
  areas: ["companyLeave"],
  skeleton: () => <SkeletonRows rows={3} columns={4} />,
};

export const newCompanyLeave: PageRecord = {
  title: "companyLeave.create",
  lead: "companyLeave.form.lead",
  loading: "companyLeave.loading",
  above: [profile, companyLeave],
  areas: ["companyLeave"],
  skeleton: () => blocks("h-96", "h-64"),
};

export const oneCompanyLeave: PageRecord = {
  title: "companyLeave.one",
  missing: {
    title: "companyLeave.missing.title",
    text: "companyLeave.missing.text",
    back: "companyLeave.title",
  },
  loading: "companyLeave.loading",
  above: [profile, companyLeave],
  areas: ["companyLeave"],
  skeleton: () => blocks("h-48", "h-64"),
};

export const payroll: SectionPage = {
  name: "payroll",
  href: paths.payroll,
  who: leadsLocation,
  title: "payroll.title",
  lead: "payroll.lead",
  loading: "payroll.loading",
  above,
  areas: ["payroll"],
  skeleton: () => <SkeletonRows rows={3} columns={5} />,
};

export const newPayrollRun: PageRecord = {
  title: "payroll.create",
  lead: "payroll.form.lead",
  loading: "payroll.loading",
  above: [profile, payroll],
  areas: ["payroll"],
  skeleton: () => blocks("h-64", "h-64"),
};

export const payrollRun: PageRecord = {
  title: "payroll.one",
  missing: { title: "payroll.missing.title", text: "payroll.missing.text", back: "payroll.title" },
  loading: "payroll.loading",
  above: [profile, payroll],
  areas: ["payroll"],
  skeleton: () => blocks("h-48", "h-64", "h-64"),
};

export const newPayrollTemplate: PageRecord = {
  title: "payroll.template.create",
  loading: "payroll.loading",
  above: [profile, payroll],
  areas: ["payroll"],
  skeleton: () => blocks("h-96", "h-64"),
};

export const payrollTemplate: PageRecord = {
  title: "payroll.template.one",
  missing: {
    title: "payroll.template.missing.title",
    text: "payroll.template.missing.text",
    back: "payroll.title",
  },
  loading: "payroll.loading",
  above: [profile, payroll],
  areas: ["payroll"],
  skeleton: () => blocks("h-96", "h-64"),
};
