"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { receivedQuery } from "@/components/data/share-queries";
import { skillPath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { FactLine } from "@/components/ui/fact-line";
import { formatBytes, formatCount, formatTokens } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { Offer, ReceivedSkill } from "@/lib/shares/schema";
import { sayShared } from "@/lib/shares/share-options";

/** What other workspaces share with this one, for those who may accept it; nothing where nobody does. */
export function ReceivedSkills() {
  const mayNot = useBlockedFor("shares.receive") !== undefined;
  return mayNot ? null : <Received />;
}

function Received() {
  const { slug } = useWorkspace();
  const { data, error } = useQuery(receivedQuery(client.shares, slug));
  if (error) return <ErrorNotice error={error} title="What other workspaces share could not be read" />;
  if (!data || data.offers.length + data.skills.length === 0) return null;
  return (
    <section aria-labelledby="received-skills" className="border-line border-t py-5">
      <h3 id="received-skills" className="font-medium">
        Shared by other workspaces
      </h3>
      <p className="text-12 text-ink-3">
        Written there, read-only here. What is accepted goes on coming by itself, without a review here.
      </p>
      <ul className="mt-2 grid gap-3">
        {data.offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} />
        ))}
        {data.skills.map((received) => (
          <ReceivedRow key={received.skill} received={received} />
        ))}
      </ul>
    </section>
  );
}

const row = "flex flex-wrap items-start gap-x-3 gap-y-2 border-line border-t pt-2";
const words = "min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]";

/** Declines an offer, or ends what was accepted. */
function useLeave(share: string) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return async () => {
    await unwrap(
      client.shares.workspaces[":workspace"]["received-skills"][":share"].$delete({
        param: { workspace, share },
      }),
    );
    await cache.invalidateQueries(receivedQuery(client.shares, workspace));
  };
}

function useAccept({ id, skill }: Offer) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.shares.workspaces[":workspace"]["received-skills"][":share"].acceptance.$post({
          param: { workspace, share: id },
        }),
      ),
    onSuccess: async () => {
      await cache.invalidateQueries(receivedQuery(client.shares, workspace));
      toast.success(`Accepted ${skill}.`);
    },
  });
}

function OfferRow({ offer }: { offer: Offer }) {
  const [isDeclining, setDeclining] = useState(false);
  const accept = useAccept(offer);
  const decline = useLeave(offer.id);
  const { skill, workspace, gives, sharedAt } = offer;
  return (
    <li aria-label={`${skill} of ${workspace}`} className={row}>
      <div className={words}>
        <p className="font-mono text-13">
          <ShownText text={skill} />
        </p>
        <p className="text-ink-2">
          <ShownText
            text={gives?.description ?? "Nothing is shared at present: it cannot be accepted yet."}
          />
        </p>
        <FactLine>
          <span>
            Offered by <ShownText text={workspace} /> <RelativeTime at={sharedAt} ago />
          </span>
          <ShownText text={`Gives ${sayShared(offer)}`} />
          {gives ? `${formatCount(gives.files, "file")}, ${formatBytes(gives.size)}` : null}
          {gives ? `${formatTokens(gives.instructionTokens)} on activation` : null}
        </FactLine>
        <ErrorNotice error={accept.error} title="It was not accepted" />
      </div>
      <div className="flex gap-1">
        <Button
          variant="primary"
          aria-label={`Accept ${skill}`}
          pending={accept.isPending}
          blockedReason={gives ? undefined : "Nothing is shared at present"}
          onClick={() => accept.mutate()}
        >
          Accept
        </Button>
        <Button aria-label={`Decline ${skill}`} onClick={() => setDeclining(true)}>
          Decline
        </Button>
      </div>
      <ConfirmDialog
        open={isDeclining}
        onOpenChange={setDeclining}
        title={`Decline ${skill}?`}
        description="It goes from this list. They can share it again."
        confirmLabel="Decline"
        onConfirm={decline}
      />
    </li>
  );
}

function ReceivedRow({ received }: { received: ReceivedSkill }) {
  const { slug } = useWorkspace();
  const { skill, from, share, newest, acceptedBy, acceptedAt, endedAt, failure } = received;
  return (
    <li aria-label={`${skill} of ${from.workspace}`} className={row}>
      <div className={words}>
        <TextLink href={skillPath(slug, skill)} className="font-mono text-13">
          <ShownText text={skill} />
        </TextLink>
        <FactLine>
          <ShownText text={`From ${from.workspace}`} />
          {share ? <ShownText text={`Gives ${sayShared(share)}`} /> : "No longer shared"}
          {newest ? `Their v${newest.there} is v${newest.here} here` : "Agents get no version"}
          <span>
            Accepted by <ShownText text={acceptedBy.name} /> <RelativeTime at={acceptedAt} ago />
          </span>
          {endedAt === null ? null : (
            <span>
              Ended <RelativeTime at={endedAt} ago />
            </span>
          )}
        </FactLine>
        {failure === null ? null : (
          <p className="text-12 text-warn">
            A newer version has another name, which a skill here has already. Rename that one, and it comes
            in.
          </p>
        )}
      </div>
      {share ? <Stop share={share.id} skill={skill} /> : null}
    </li>
  );
}

function Stop({ share, skill }: { share: string; skill: string }) {
  const stop = useLeave(share);
  return (
    <ConfirmIconButton
      icon={X}
      label={`Receive ${skill} no longer`}
      title={`Receive ${skill} no longer?`}
      description="Agents here no longer get it, at once. What came can still be read."
      confirmLabel="Stop receiving"
      onConfirm={stop}
    />
  );
}
