import { CodeBlock } from "@/app/_ui/code-block";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { curlExample } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import { paths } from "@/app/(web)/dashboard/paths";
import { services } from "@/server/kernel/process";

/** Nobody has called yet: what will stand here, and how to make the first call. */
export function NoRequests({ ofKey }: { ofKey: boolean }) {
  return (
    <EmptyState
      title={ofKey ? "No requests with this key yet" : "No requests yet"}
      actions={
        ofKey ? undefined : (
          <LinkButton href={paths.newKey} variant="primary">
            Create API key
          </LinkButton>
        )
      }
      example={
        <CodeBlock
          label="A first call"
          code={curlExample(services().settings.baseUrl, "/v2/leave-types", "$TIMEAWAY_API_KEY")}
        />
      }
    >
      Every call of the API is listed here within a second, with its status, its duration and, if it was
      refused, what to do about it. Requests are kept for 30 days; keys, tokens and bodies are never stored.
    </EmptyState>
  );
}
