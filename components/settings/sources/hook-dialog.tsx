"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { sourceKeys } from "@/components/data/source-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { DialogFooter } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import type { NewHook, Source } from "@/lib/sources/schema";
import { SecretDialog, useMakeSecret } from "../secret-dialog";
import { SecretShownOnce } from "../secret-shown-once";

type HookDialogProps = { source: Source; close: () => void };
type Hook = NonNullable<Source["hook"]>;

/** The webhook of a source: its address, what came of the last delivery, and its secret when it is made. */
export function HookDialog({ source, close }: HookDialogProps) {
  return (
    <SecretDialog<NewHook>
      words={(made) =>
        made
          ? { title: "The secret of the webhook", description: "Give both to the host of the source." }
          : {
              title: `Webhook of ${source.name}`,
              description:
                "The host of the source sends its pushes to an address here, and the source is synced within seconds.",
            }
      }
      form={(onMade) => <HookForm source={source} onMade={onMade} close={close} />}
      shown={({ address, secret }, isWarned) => (
        <SecretShownOnce
          title="Copy the secret now: it is not shown again"
          text={secret}
          label="Secret"
          copy="Copy the secret"
          done="Done"
          warning={isWarned ? "The secret is not shown again. Leave once more to close." : null}
          close={close}
        >
          <p>
            GitHub and Gitea take it as the secret, GitLab as the signing token or as the secret token. Other
            programs send the hex HMAC-SHA256 of the body as <code>X-Greenroom-Signature</code>.
          </p>
          <CodeBlock text={address} label="Address" />
        </SecretShownOnce>
      )}
      close={close}
    />
  );
}

type HookFormProps = HookDialogProps & { onMade: (made: NewHook) => void };

function HookForm({ source, onMade, close }: HookFormProps) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const list = sourceKeys.all(workspace);
  const { hook, id } = source;
  const route = client.sources.workspaces[":workspace"].sources[":source"].hook;
  const param = { workspace, source: id };
  const make = useMakeSecret({ make: () => unwrap(route.$post({ param })), list, onMade });
  return (
    <div className="grid gap-3">
      {hook ? <HookFacts hook={hook} /> : <p className="text-ink-2">It has none yet.</p>}
      <p className="text-12 text-ink-3">It is synced in your name, for as long as you may.</p>
      <ErrorNotice error={make.error} title="Nothing was created" />
      <div className="-mx-4 -mb-4">
        <DialogFooter>
          {hook ? (
            <ConfirmIconButton
              icon={Trash2}
              label={`Remove the webhook of ${source.name}`}
              title="Remove this webhook?"
              description="Its secret opens nothing from now on. The source stays."
              confirmLabel="Remove webhook"
              onConfirm={async () => {
                await unwrap(route.$delete({ param }));
                await cache.invalidateQueries({ queryKey: list });
                close();
              }}
            />
          ) : null}
          <Button onClick={close}>Close</Button>
          <Button variant="primary" pending={make.isPending} onClick={() => make.mutate(undefined)}>
            {hook ? "Replace the secret" : "Create webhook"}
          </Button>
        </DialogFooter>
      </div>
    </div>
  );
}

const outcomeWords = {
  taken: "was taken",
  refused: "was refused: its signature was wrong",
} as const satisfies Record<NonNullable<Hook["last"]>["outcome"], string>;

function HookFacts({ hook: { address, madeAt, madeBy, last } }: { hook: Hook }) {
  return (
    <>
      <CodeBlock text={address} label="Address" />
      <p className="text-ink-2">
        Its secret was made <RelativeTime at={madeAt} ago />
        {madeBy ? (
          <>
            {" "}
            by <ShownText text={madeBy.name} />
          </>
        ) : null}
        .{" "}
        {last ? (
          <>
            The last delivery {outcomeWords[last.outcome]}, <RelativeTime at={last.at} ago />.
          </>
        ) : (
          "Nothing was delivered with it yet."
        )}
      </p>
    </>
  );
}
