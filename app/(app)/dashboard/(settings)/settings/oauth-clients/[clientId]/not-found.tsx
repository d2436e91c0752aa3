import { missingOf } from "@/app/_kit/page/missing-page";
import { oauthClient } from "@/app/(app)/dashboard/(settings)/pages";

export default missingOf(oauthClient);
