import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function DashboardNotFound() {
  return (
    <MissingPage title="Page not found" back={{ label: "Go to the dashboard", href: paths.home }}>
      The address is wrong, or the thing it named has been deleted or is not yours to see.
    </MissingPage>
  );
}
