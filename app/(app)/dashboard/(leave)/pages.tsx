import type { PageRecord } from "@/app/_kit/page/page-record";
import { FormSkeleton, SkeletonBlocks } from "@/app/_kit/page/page-skeleton";
import { besideContent } from "@/app/_kit/ui/layouts";
import { SkeletonRows } from "@/app/_kit/ui/skeleton";
import type { SectionPage } from "@/app/(app)/dashboard/_shell/section-page";
import { paths } from "@/app/paths";

export const today: SectionPage = {
  name: "today",
  href: paths.home,
  exact: true,
  title: "today.title",
  loading: "today.loading",
  skeleton: () => (
    <div className={besideContent}>
      <SkeletonBlocks sizes={["h-40", "h-48"]} />
      <SkeletonBlocks sizes={["h-36", "h-36"]} />
    </div>
  ),
};

export const leaves: SectionPage = {
  name: "leaves",
  href: paths.leaves,
  title: "leaves.title",
  lead: "leaves.lead",
  loading: "leaves.loading",
  areas: ["leaves"],
  skeleton: () => <SkeletonRows columns={6} />,
};

export const leave: PageRecord = { title: "leaves.one.title", areas: ["leaves"] };

export const certificates: PageRecord = {
  title: "leaves.certificates.title",
  lead: "leaves.certificates.lead",
  loading: "leaves.certificates.loading",
  above: [today],
  areas: ["leaves"],
  skeleton: () => <SkeletonRows columns={4} />,
};

export const year: PageRecord = {
  title: "year.title",
  loading: "year.loading",
  above: [leaves],
  areas: ["leaves"],
  skeleton: () => <SkeletonBlocks sizes={["h-96", "h-48"]} />,
};

const requestForm = () => <FormSkeleton sizes={["h-132"]} beside="h-28" layout={besideContent} />;

export const editLeave: PageRecord = {
  title: "leaves.edit.title",
  loading: "leaves.loadingForm",
  areas: ["leaves"],
  skeleton: requestForm,
};

export const request: SectionPage = {
  name: "request",
  href: paths.request,
  title: "leaves.request",
  lead: "leaves.form.lead",
  loading: "leaves.loadingForm",
  above: [leaves],
  areas: ["leaves"],
  skeleton: requestForm,
};

export const balances: SectionPage = {
  name: "balances",
  href: paths.balances,
  title: "balances.title",
  lead: "balances.lead",
  loading: "balances.loading",
  areas: ["balances", "leaves", "faults"],
  skeleton: () => <SkeletonRows columns={6} />,
};

export const lapses: PageRecord = {
  title: "lapses.title",
  lead: "lapses.lead",
  loading: "lapses.loading",
  above: [balances],
  areas: ["lapses"],
  skeleton: () => <SkeletonRows rows={12} columns={6} />,
};

/** The set-up guide stands on Today. */
const guide: PageRecord = { href: paths.home, title: "setup.types.back" };

export const startingTypes: PageRecord = {
  title: "setup.types.title",
  lead: "setup.types.lead",
  above: [guide],
  areas: ["setup"],
};

export const daysLeft: PageRecord = {
  title: "setup.left.title",
  lead: "setup.left.lead",
  loading: "setup.left.loading",
  above: [guide],
  areas: ["setup"],
  skeleton: () => <SkeletonBlocks sizes={["h-96"]} className="max-w-3xl" />,
};
