import type { PageRecord } from "@/app/_kit/page/page-record";
import { SkeletonBlocks } from "@/app/_kit/page/page-skeleton";
import { Skeleton, SkeletonRows } from "@/app/_kit/ui/skeleton";
import type { SectionPage } from "@/app/(app)/dashboard/_shell/section-page";
import { decides, leads, leadsLocation } from "@/app/(app)/dashboard/_shell/visitor";
import { paths } from "@/app/paths";

export const wallchart: SectionPage = {
  name: "wallchart",
  href: paths.wallchart,
  title: "wallchart.title",
  lead: "wallchart.lead",
  loading: "wallchart.loading",
  areas: ["wallchart"],
  skeleton: () => (
    <>
      <Skeleton className="mb-4 h-8 w-full max-w-xl" />
      <Skeleton className="mb-4 h-14 w-full max-w-3xl" />
      <div className="rounded-lg border border-line bg-surface">
        <SkeletonRows rows={12} columns={8} />
      </div>
    </>
  ),
};

export const approvals: SectionPage = {
  name: "approvals",
  href: paths.approvals,
  who: decides,
  title: "approvals.title",
  lead: "approvals.lead",
  loading: "approvals.loading",
  areas: ["approvals", "leaves", "wallchart"],
  skeleton: () => (
    // Reserves the width of the panel.
    <div className="lg:pe-96">
      <SkeletonRows rows={5} columns={3} />
    </div>
  ),
};

export const people: SectionPage = {
  name: "people",
  href: paths.people,
  who: leads,
  title: "people.title",
  loading: "people.loading",
  areas: ["people"],
  skeleton: () => (
    <>
      <Skeleton className="mb-4 h-8 w-full max-w-3xl" />
      <SkeletonRows rows={12} columns={6} />
    </>
  ),
};

export const insights: SectionPage = {
  name: "insights",
  href: paths.insights,
  who: leadsLocation,
  title: "insights.title",
  lead: "insights.lead",
  loading: "insights.loading",
  above: [people],
  areas: ["insights", "leaves"],
  skeleton: () => (
    <>
      <Skeleton className="mb-4 h-14 w-full max-w-3xl" />
      <SkeletonBlocks sizes={["h-64", "h-64", "h-56", "h-56"]} />
    </>
  ),
};

const personForm = () => <SkeletonBlocks sizes={["h-52", "h-64"]} className="max-w-3xl" />;

export const newPerson: PageRecord = {
  title: "people.invite.title",
  lead: "people.invite.lead",
  loading: "people.invite.loading",
  above: [people],
  areas: ["people"],
  skeleton: personForm,
};

export const person: PageRecord = {
  title: "people.one",
  missing: { title: "people.missing.title", text: "people.missing.text", back: "people.title" },
  loading: "people.loadingOne",
  above: [people],
  areas: ["people", "leaves", "balances", "faults", "keys", "usage", "logs"],
  skeleton: () => <SkeletonBlocks sizes={["h-72", "h-48"]} className="max-w-4xl" />,
};

export const editPerson: PageRecord = {
  title: "people.edit.title",
  loading: "people.loadingOne",
  above: [people],
  areas: ["people", "leaves"],
  skeleton: personForm,
};
