"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Share2, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { sharesQuery } from "@/components/data/share-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { client, unwrap } from "@/lib/api/client";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { Share } from "@/lib/shares/schema";
import { sayShared } from "@/lib/shares/share-options";

const ShareDialog = dynamic(() => import("./share-dialog").then((module) => module.ShareDialog), {
  ssr: false,
});

type SkillSharesProps = { workspace: string; skill: SkillDetail };

/** With which other workspaces a skill is shared, for those who may share it; nothing for what is shared with this one. */
export function SkillShares({ workspace, skill }: SkillSharesProps) {
  const mayNot = useBlockedFor("shares.give") !== undefined;
  if (mayNot || skill.received) return null;
  return <Shares workspace={workspace} skill={skill} />;
}

function Shares({ workspace, skill }: SkillSharesProps) {
  const shares = useQuery(sharesQuery(client.shares, workspace, skill.name));
  const [opened, setOpened] = useState<Share | "new" | null>(null);
  const items = shares.data?.items;
  const unpublished = skill.versions.length === 0 ? "Publish a version first" : undefined;
  return (
    <Section
      title="Other workspaces"
      end={
        <Button icon={Share2} blockedReason={unpublished} onClick={() => setOpened("new")}>
          Share
        </Button>
      }
    >
      {items ? (
        <>
          {items.length === 0 ? <p className="text-ink-3">Not shared with other workspaces.</p> : null}
          <ul className="grid gap-2">
            {items.map((share) => (
              <SharedWith
                key={share.workspace.slug}
                workspace={workspace}
                skill={skill.name}
                share={share}
                change={() => setOpened(share)}
              />
            ))}
          </ul>
        </>
      ) : shares.isError ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-ink-3">
            <ShownText text={shares.error.message} />
          </p>
          <Button onClick={() => void shares.refetch()}>Try again</Button>
        </div>
      ) : (
        <Skeleton className="h-7" />
      )}
      {opened && items ? (
        <ShareDialog
          workspace={workspace}
          skill={skill}
          shares={items}
          share={opened === "new" ? null : opened}
          close={() => setOpened(null)}
        />
      ) : null}
    </Section>
  );
}

type SharedWithProps = { workspace: string; skill: string; share: Share; change: () => void };

function SharedWith({ workspace, skill, share, change }: SharedWithProps) {
  const { name, slug } = share.workspace;
  const shares = useQuery(sharesQuery(client.shares, workspace, skill));
  const end = async () => {
    await unwrap(
      client.shares.workspaces[":workspace"].skills[":skill"].shares[":target"].$delete({
        param: { workspace, skill, target: slug },
      }),
    );
    await shares.refetch();
  };
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p>
          <ShownText text={name} />
        </p>
        <p className="text-12 text-ink-3">
          <ShownText text={sayState(share)} />
        </p>
      </div>
      <IconButton icon={Pencil} size="icon-small" label={`Change what ${name} is given`} onClick={change} />
      <ConfirmIconButton
        icon={X}
        label={`End sharing with ${name}`}
        title={`End sharing ${skill} with ${name}?`}
        description="Its agents no longer get it, at once. What came is still there to be read."
        confirmLabel="End sharing"
        onConfirm={end}
      />
    </li>
  );
}

function sayState(share: Share): string {
  const given = `Given ${sayShared(share)}`;
  if (share.why !== null) return `${given}: none at present. ${share.why}`;
  const now = share.follows === "version" ? given : `${given}, v${share.gives} now`;
  return share.acceptedAt === null ? `${now}. Waits for an admin there.` : now;
}
