import { missingOf } from "@/app/(web)/dashboard/missing-page";
import { webhook } from "@/app/(web)/dashboard/page-records/integrations";

export default missingOf(webhook);
