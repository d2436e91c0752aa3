import { missingOf } from "@/app/(web)/dashboard/missing-page";
import { oauthClient } from "@/app/(web)/dashboard/page-records/settings";

export default missingOf(oauthClient);
