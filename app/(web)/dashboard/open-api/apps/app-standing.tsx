import { Badge } from "@/app/_ui/badge";
import type { AppView } from "@/server/oauth/grants/list-apps";

/** Who vouches for an app. */
export function AppStanding({ app }: { app: AppView }) {
  if (!app.isConfidential) return <Badge tone="warning">Unverified</Badge>;
  return (
    <Badge tone="success">
      {app.isOfWorkspace ? "Verified by your workspace" : "Verified by the operator of this service"}
    </Badge>
  );
}
