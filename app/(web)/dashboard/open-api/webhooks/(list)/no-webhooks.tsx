import { CodeBlock } from "@/app/_ui/code-block";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { paths } from "@/app/(web)/dashboard/paths";

/** Nobody has made a webhook yet: what one is for, and what an event looks like. */
export function NoWebhooks({ sample }: { sample: object | undefined }) {
  return (
    <EmptyState
      title="No webhooks yet"
      actions={
        <LinkButton href={paths.newWebhook} variant="primary">
          Add webhook
        </LinkButton>
      }
      example={
        sample ? <CodeBlock label="What an event looks like" code={JSON.stringify(sample, null, 2)} /> : null
      }
    >
      With a webhook, your own server is told at once when leave or people change, instead of asking again and
      again. Every request is signed, and retried until it arrives.
    </EmptyState>
  );
}
