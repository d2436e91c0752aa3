import type { Messages } from "@/app/_i18n/message-types";
import type { PageRecord } from "@/app/_kit/page/page-record";
import type { Visitor } from "@/app/(app)/dashboard/_shell/visitor";

/** A page of the navigation. */
export interface SectionPage extends PageRecord {
  href: string;
  /** Its label in the navigation, in the messages `shell.pages`. */
  name: keyof Messages["shell"]["pages"];
  /** Current only on exactly this path. */
  exact?: boolean;
  /** Whether the visitor may open it, and it works in the workspace; by default always. */
  who?: (visitor: Visitor) => boolean;
}
