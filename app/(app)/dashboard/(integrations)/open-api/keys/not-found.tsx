import { missingOf } from "@/app/_kit/page/missing-page";
import { key } from "@/app/(app)/dashboard/(integrations)/pages";

export default missingOf(key);
