import { CodeBlock } from "@/app/_ui/code-block";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { curlExample } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import { paths } from "@/app/(web)/dashboard/paths";

/** Nobody has made a key yet: what one is for, and what it looks like in use. */
export function NoKeys({ baseUrl, workspace }: { baseUrl: string; workspace: boolean }) {
  return (
    <EmptyState
      title="No API keys yet"
      actions={
        <LinkButton href={paths.newKey} variant="primary">
          Create API key
        </LinkButton>
      }
      example={
        <CodeBlock
          label="What a call looks like"
          code={curlExample(baseUrl, "/v2/departments", "svc_live_…")}
        />
      }
    >
      {workspace ? "Nobody in this workspace has a key. " : null}
      With a key, your own programs read and change leave through the API, within the scopes that you choose.
      A key acts as you: it can never see more than you can.
    </EmptyState>
  );
}
