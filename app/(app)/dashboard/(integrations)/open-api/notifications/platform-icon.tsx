import { Hash, Mail, Users } from "lucide-react";
import type { NotificationPlatform } from "@/drizzle/schema/values";

const icons = { email: Mail, slack: Hash, microsoft: Users };

export function PlatformIcon({ platform }: { platform: NotificationPlatform }) {
  const Icon = icons[platform];
  return <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />;
}
