"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { wordingPreviewQuery } from "@/components/data/live-queries";
import { moduleKey } from "@/components/data/query-keys";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { LiveSession } from "@/lib/gateway/live-schema";
import type { WordingPreview } from "@/lib/wordings/schema";
import { hostName } from "./live-badge";
import { TextPair } from "./text-pair";

type WordingDialogProps = { session: LiveSession; close: () => void };

/** Every sentence of the host that its dialect would speak from then on, and what cannot be taken. */
export function WordingDialog({ session, close }: WordingDialogProps) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const blocked = useBlockedFor("gateway.manage");
  const { data, error } = useQuery(wordingPreviewQuery(client.live, workspace, session.id));
  const take = useMutation({
    meta: { silent: true },
    mutationFn: (digest: string) =>
      unwrap(
        client.live.workspaces[":workspace"].gateway.sessions[":session"].wording.$post({
          param: { workspace, session: session.id },
          json: { digest },
        }),
      ),
    onSuccess: async () => {
      await Promise.all(
        (["agents", "gateway"] as const).map((module) =>
          cache.invalidateQueries({ queryKey: moduleKey(module, workspace) }),
        ),
      );
      toast("Taken. Rehearsals in this dialect speak these sentences now.");
      close();
    },
    onError: () => cache.invalidateQueries({ queryKey: moduleKey("gateway", workspace) }),
  });
  const digest = data?.digest ?? null;
  return (
    <Dialog
      open
      onOpenChange={close}
      size="large"
      title="Use this host’s own sentences"
      description={`Every agent of this workspace with the dialect of ${hostName(session)} is rehearsed in them, until somebody gives the dialect its own words back.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            pending={take.isPending}
            blockedReason={blocked ?? (digest === null ? "There is nothing to take." : undefined)}
            onClick={() => digest !== null && take.mutate(digest)}
          >
            Use {data ? formatCount(data.taken.length, "text") : "them"}
          </Button>
        </>
      }
    >
      <ErrorNotice error={take.error ?? error} title="The sentences could not be taken" />
      {data ? <Preview preview={data} /> : error ? null : <SkeletonRows label="Looking for sentences" />}
    </Dialog>
  );
}

function Preview({ preview: { lacking, taken, refused } }: { preview: WordingPreview }) {
  return (
    <div className="grid gap-4">
      {lacking === null ? null : <p className="text-ink-2">{lacking}</p>}
      {taken.length === 0 ? null : (
        <section>
          <h3 className="mb-1">What is taken</h3>
          <p className="mb-2 text-12 text-ink-3">
            Struck through is what the dialect says now, marked is what the host says. They are another
            product’s sentences: read them before models do.
          </p>
          <ul className="grid gap-2">
            {taken.map(({ where, host, dialect }) => (
              <li key={`${where} ${dialect}`} className="rounded-md border border-line px-3 py-2">
                <p className="mb-1 text-12 text-ink-3 [overflow-wrap:anywhere]">
                  <ShownText text={where} />
                </p>
                <TextPair host={host} dialect={dialect} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused.length === 0 ? null : (
        <section>
          <h3 className="mb-1">What cannot be taken</h3>
          <ul className="grid gap-2 text-12 text-ink-2">
            {[...byReason(refused)].map(([reason, places]) => (
              <li key={reason}>
                <p>{reason}</p>
                <ul className="mt-1 grid gap-0.5 border-line border-l pl-3">
                  {places.map((where) => (
                    <li key={where} className="[overflow-wrap:anywhere]">
                      <code>
                        <ShownText text={where} />
                      </code>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Each reason once, with the places that it is of: a host that lacks one text lacks many. */
const byReason = (refused: WordingPreview["refused"]): ReadonlyMap<string, string[]> => {
  const places = new Map<string, string[]>();
  for (const { where, reason } of refused) places.set(reason, [...(places.get(reason) ?? []), where]);
  return places;
};
