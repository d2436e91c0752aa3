import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";

export default function WebhookNotFound() {
  return (
    <MissingPage
      title="Webhook not found"
      breadcrumb={[
        { label: "Open API", href: paths.openApi },
        { label: "Webhooks", href: paths.webhooks },
      ]}
      back={{ label: "Go to webhooks", href: paths.webhooks }}
    >
      This webhook or delivery does not exist, is older than 30 days, or is not yours.
    </MissingPage>
  );
}
