import type { PageRecord } from "@/app/_kit/page/page-record";
import { FormSkeleton, SkeletonBlocks } from "@/app/_kit/page/page-skeleton";
import { Card } from "@/app/_kit/ui/card";
import { besidePreview } from "@/app/_kit/ui/layouts";
import { Skeleton, SkeletonRows } from "@/app/_kit/ui/skeleton";
import type { SectionPage } from "@/app/(app)/dashboard/_shell/section-page";
import { hasAddOn, isAdmin } from "@/app/(app)/dashboard/_shell/visitor";
import { paths } from "@/app/paths";
import { eventTypes } from "@/drizzle/schema/values";

const rows = () => <SkeletonRows columns={6} />;

/** A page with tabs. */
const tabbed = () => (
  <div className="flex flex-col gap-6">
    <SkeletonBlocks sizes={["h-9 rounded-sm", "h-38"]} className="gap-6" />
    <div>
      <SkeletonRows rows={5} columns={5} />
    </div>
  </div>
);

const Tile = () => (
  <Card className="h-30">
    <SkeletonBlocks
      sizes={["w-16 rounded-sm", "w-2/5 rounded-sm", "h-3 w-3/5 rounded-sm"]}
      className="gap-3 pt-2"
    />
  </Card>
);

export const overview: SectionPage = {
  name: "overview",
  href: paths.openApi,
  exact: true,
  title: "overview.title",
  section: "shell.pages.openApi",
  lead: "overview.lead",
  loading: "overview.loading",
  skeleton: () => (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <Tile />
      <Tile />
      <Tile />
    </div>
  ),
};

const above = [overview];

export const keys: SectionPage = {
  name: "keys",
  href: paths.keys,
  who: hasAddOn,
  title: "keys.title",
  section: "keys.title",
  lead: "keys.lead",
  loading: "keys.loading",
  above,
  areas: ["keys", "usage", "logs"],
  skeleton: rows,
};

export const newKey: PageRecord = {
  title: "keys.create",
  lead: "keys.lead",
  loading: "keys.loadingForm",
  above: [overview, keys],
  areas: ["keys"],
  skeleton: () => (
    <FormSkeleton
      sizes={["h-46", "h-26", "h-[60rem]"]}
      className="gap-6"
      beside="h-64"
      layout="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]"
    />
  ),
};

export const key: PageRecord = {
  title: "keys.one",
  missing: { title: "keys.missing.title", text: "keys.missing.text", back: "keys.missing.back" },
  above: [overview, keys],
  areas: ["keys", "usage", "logs"],
};

export const webhooks: SectionPage = {
  name: "webhooks",
  href: paths.webhooks,
  who: hasAddOn,
  title: "webhooks.title",
  section: "webhooks.title",
  loading: "webhooks.loading",
  above,
  areas: ["webhooks"],
  skeleton: rows,
};

const webhookFields = ["h-20", "h-20", ...eventTypes.map(() => "h-8 w-4/5"), "h-9 w-40"];

export const newWebhook: PageRecord = {
  title: "webhooks.create",
  lead: "webhooks.new.lead",
  loading: "webhooks.loadingForm",
  above: [overview, webhooks],
  areas: ["webhooks"],
  skeleton: () => (
    <Card className="max-w-2xl">
      <SkeletonBlocks sizes={webhookFields.map((size) => `${size} rounded-sm`)} />
    </Card>
  ),
};

export const webhook: PageRecord = {
  title: "webhooks.one",
  missing: { title: "webhooks.missing.title", text: "webhooks.missing.text", back: "webhooks.missing.back" },
  above: [overview, webhooks],
  areas: ["webhooks"],
};

export const delivery: PageRecord = {
  title: "webhooks.delivery.title",
  missing: {
    title: "webhooks.missing.delivery",
    text: "webhooks.missing.text",
    back: "webhooks.missing.back",
  },
  above: [overview, webhooks],
  areas: ["webhooks"],
};

export const notifications: SectionPage = {
  name: "notifications",
  href: paths.notifications,
  title: "notifications.title",
  section: "notifications.title",
  loading: "notifications.list.loading",
  above,
  areas: ["notifications"],
  skeleton: rows,
};

export const newNotification: PageRecord = {
  title: "notifications.new.title",
  lead: "notifications.new.description",
  loading: "notifications.new.loading",
  above: [overview, notifications],
  areas: ["notifications"],
  skeleton: () => <FormSkeleton sizes={["h-48", "h-56", "h-44"]} beside="h-96" layout={besidePreview} />,
};

export const notification: PageRecord = {
  title: "notifications.one",
  missing: {
    title: "notifications.missing.title",
    text: "notifications.missing.text",
    back: "notifications.missing.back",
  },
  above: [overview, notifications],
  areas: ["notifications"],
};

export const reports: SectionPage = {
  name: "reports",
  href: paths.reports,
  title: "reports.title",
  section: "reports.title",
  loading: "reports.list.loading",
  above,
  // Schedules, audiences and addresses share components with notifications.
  areas: ["reports", "notifications"],
  skeleton: rows,
};

export const newReport: PageRecord = {
  title: "reports.new.title",
  lead: "reports.new.description",
  loading: "reports.list.loading",
  above: [overview, reports],
  areas: ["reports", "notifications"],
  skeleton: () => (
    <FormSkeleton
      sizes={["h-80", "h-64"]}
      beside="h-64"
      layout="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]"
    />
  ),
};

export const report: PageRecord = {
  title: "reports.one",
  loading: "reports.list.loading",
  missing: { title: "reports.missing.title", text: "reports.missing.text", back: "reports.missing.back" },
  above: [overview, reports],
  areas: ["reports", "notifications"],
  skeleton: tabbed,
};

export const reportFile: PageRecord = {
  title: "reports.file.title",
  above: [overview, reports],
  areas: ["reports", "notifications"],
};

export const usage: SectionPage = {
  name: "usage",
  href: paths.usage,
  who: hasAddOn,
  title: "usage.title",
  lead: "usage.lead",
  loading: "usage.loading",
  above,
  areas: ["usage"],
  skeleton: () => <SkeletonBlocks sizes={["h-8 w-80 rounded-sm", "h-28 rounded-sm", "h-72 rounded-sm"]} />,
};

export const logs: SectionPage = {
  name: "logs",
  href: paths.logs,
  who: hasAddOn,
  title: "logs.title",
  lead: "logs.lead",
  section: "logs.title",
  loading: "logs.loading",
  above,
  skeleton: () => (
    <>
      <Skeleton className="mb-4 h-8 w-full max-w-3xl" />
      <Skeleton className="mb-4 h-44 w-full" />
      <SkeletonRows rows={8} columns={6} />
    </>
  ),
};

export const loggedRequest: PageRecord = {
  title: "logs.request.title",
  above: [overview, logs],
  areas: ["logs"],
};

export const errors: SectionPage = {
  name: "errors",
  href: paths.errors,
  who: hasAddOn,
  title: "errors.title",
  lead: "errors.lead",
  loading: "errors.loading",
  above,
  areas: ["errors"],
  skeleton: () => (
    <>
      <Skeleton className="mb-5 h-9 w-80" />
      <SkeletonRows columns={5} />
    </>
  ),
};

export const reference: SectionPage = {
  name: "reference",
  href: paths.reference,
  title: "reference.title",
  above,
};

export const legacyKeys: SectionPage = {
  name: "legacyKeys",
  href: paths.legacyKeys,
  who: isAdmin,
  title: "legacy.title",
  loading: "legacy.loading",
  above,
  areas: ["legacy", "usage"],
  skeleton: () => <SkeletonRows rows={3} columns={5} />,
};
