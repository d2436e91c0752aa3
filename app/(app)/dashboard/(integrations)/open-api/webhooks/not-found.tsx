import { missingOf } from "@/app/_kit/page/missing-page";
import { webhook } from "@/app/(app)/dashboard/(integrations)/pages";

export default missingOf(webhook);
