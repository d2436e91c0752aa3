import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function ClientNotFound() {
  return (
    <MissingPage
      title="Client not found"
      breadcrumb={[
        { label: "Settings", href: paths.settings },
        { label: "OAuth clients", href: paths.oauthClients },
      ]}
      back={{ label: "Go to OAuth clients", href: paths.oauthClients }}
    >
      This client does not exist, was deleted, or belongs to another workspace.
    </MissingPage>
  );
}
