import { missingOf } from "@/app/_kit/page/missing-page";
import { report } from "@/app/(app)/dashboard/(integrations)/pages";

export default missingOf(report);
