import type { Metadata } from "next";
import { DeadEnd } from "@/app/(web)/consent/refused-panel";

export const metadata: Metadata = { title: "This request has expired" };

/** Where every request ends that cannot be sent back to an app. */
export default function OauthErrorPage() {
  return <DeadEnd />;
}
