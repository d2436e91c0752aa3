import { missingOf } from "@/app/(web)/dashboard/missing-page";
import { key } from "@/app/(web)/dashboard/page-records/integrations";

export default missingOf(key);
