import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function KeyNotFound() {
  return (
    <MissingPage
      title="Key not found"
      breadcrumb={[
        { label: "Open API", href: paths.openApi },
        { label: "API keys", href: paths.keys },
      ]}
      back={{ label: "Go to API keys", href: paths.keys }}
    >
      This key does not exist or is not yours.
    </MissingPage>
  );
}
