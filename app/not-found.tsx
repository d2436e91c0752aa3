import type { Metadata } from "next";
import { BarePage } from "@/app/_ui/bare-page";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";

const TITLE = "Page not found";
const TEXT = "The address is wrong, or the thing it named has been deleted or is not yours to see.";
const HOME = "Go to the dashboard";

export const metadata: Metadata = { title: TITLE };

export default function NotFound() {
  return (
    <BarePage>
      <PageHeader title={TITLE} description={TEXT} />
      <LinkButton href="/dashboard" variant="primary">
        {HOME}
      </LinkButton>
    </BarePage>
  );
}
