import { LeaveRuleCreate } from "@/server/modules/leave/rules/schema";
import { ruleFaults } from "@/server/modules/leave/rules/write-rule";
import { endpoint } from "@/server/transport/endpoint";
import { rulePreviewV2 } from "./present";
import { previewRule } from "./preview-rule";
import { LeaveRulePreview } from "./schema";

export const leaveRulePreviewEndpoints = [
  endpoint({
    method: "POST",
    path: "/v2/leave-rules/preview",
    operationId: "previewLeaveRule",
    tag: "Leave rules",
    summary: "Preview a leave rule",
    description:
      "The leave that breaks a rule which isn't saved: what is coming, and what began in the last year. Changes nothing. Administrators preview all rules, location admins those whose `locationIds` are all ones that they manage.",
    scope: "leave-rules:write",
    body: LeaveRuleCreate,
    data: LeaveRulePreview,
    errors: ["FORBIDDEN"],
    referenceFaults: ruleFaults,
    call: (ctx, { body }) => previewRule(ctx, body),
    present: rulePreviewV2,
  }),
];
