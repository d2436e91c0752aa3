import { missingOf } from "@/app/_kit/page/missing-page";
import { notification } from "@/app/(app)/dashboard/(integrations)/pages";

export default missingOf(notification);
