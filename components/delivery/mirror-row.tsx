"use client";

import { useQueryClient } from "@tanstack/react-query";
import { GitBranch, Pencil, Trash2, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { mirrorKeys } from "@/components/data/mirror-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { IconButton } from "@/components/ui/button";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { FactLine } from "@/components/ui/fact-line";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import { shownAddress } from "@/lib/kernel/ssh-address";
import type { Mirror } from "@/lib/mirrors/schema";
import { MirrorFailure } from "./mirror-failure";
import { SshFacts } from "./ssh-facts";

const MirrorDialog = dynamic(() => import("./mirror-dialog").then((module) => module.MirrorDialog), {
  ssr: false,
});
const PushDialog = dynamic(() => import("./push-dialog").then((module) => module.PushDialog), { ssr: false });

type MirrorRowProps = { mirror: Mirror; showsSource: boolean };

/** One mirror: where it pushes, how the last push went, and what an admin does with it. */
export function MirrorRow({ mirror, showsSource }: MirrorRowProps) {
  const { url, branch, failure } = mirror;
  return (
    <li className="border-line border-b px-4 py-1">
      <div className="flex min-h-row flex-wrap items-center gap-x-2">
        <Icon of={GitBranch} size={15} className="flex-none text-ink-3" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere] compact:basis-[calc(100%-32px)]">
          <ShownText text={shownAddress(url)} />{" "}
          <span className="text-ink-3">
            <ShownText text={branch} />
          </span>
        </span>
        <span className="flex-none text-12 text-ink-3 compact:pl-[23px]">
          <LastPush mirror={mirror} />
        </span>
        <MirrorActions mirror={mirror} />
      </div>
      <FactLine className="pb-1 pl-[23px]">
        {showsSource ? <ShownText text={sayMirrored(mirror.of)} /> : null}
        {sayWhen(mirror)}
      </FactLine>
      <div className="pb-1 pl-[23px]">
        <SshFacts
          ssh={mirror.ssh}
          name={shownAddress(url)}
          unmet="Nobody has accepted a key of its host yet: Review and push shows it."
          right="with the right to write."
          isFirst={mirror.pushed === null}
        />
      </div>
      {failure ? (
        <div className="pb-2">
          <MirrorFailure failure={failure} nextAt={failure.nextAt} />
        </div>
      ) : null}
    </li>
  );
}

function sayWhen({ onPublish, pushed }: Mirror): string {
  if (!onPublish) return "Pushed by hand";
  return pushed ? "Pushed on every publication" : "Pushed on every publication, after a first push by hand";
}

function sayMirrored(of: Mirror["of"]): string {
  if (of.kind === "agent") return `Of ${of.agent.name}`;
  const ended = of.address.state === "active" ? "" : `, which is ${of.address.state}`;
  return `Of the address “${of.address.name}”${ended}`;
}

function LastPush({ mirror: { isPushing, pushed } }: { mirror: Mirror }) {
  if (isPushing) return "is being pushed";
  if (!pushed) return "never pushed";
  return (
    <>
      <code>{pushed.commit.slice(0, 7)}</code> pushed <RelativeTime at={pushed.at} />
    </>
  );
}

function MirrorActions({ mirror }: { mirror: Mirror }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const blocked = useBlockedFor("addresses.manage");
  const [open, setOpen] = useState<"push" | "edit" | null>(null);
  const close = () => setOpen(null);
  if (blocked !== undefined) return null;
  const { id, url, branch } = mirror;
  const name = `${shownAddress(url)} ${branch}`;
  return (
    <span className="ml-auto flex justify-end">
      <IconButton
        icon={Upload}
        size="icon-small"
        label={`Review and push to ${name}`}
        onClick={() => setOpen("push")}
      />
      <IconButton
        icon={Pencil}
        size="icon-small"
        label={`Change the mirror ${name}`}
        onClick={() => setOpen("edit")}
      />
      <ConfirmIconButton
        icon={Trash2}
        label={`Remove the mirror ${name}`}
        title="Remove this mirror?"
        description="Nothing more is pushed, and its token or key is deleted here. What was pushed stays in the repository."
        confirmLabel="Remove mirror"
        onConfirm={async () => {
          const param = { workspace, mirror: id };
          await unwrap(client.mirrors.workspaces[":workspace"].mirrors[":mirror"].$delete({ param }));
          await cache.invalidateQueries({ queryKey: mirrorKeys.all(workspace) });
        }}
      />
      {open === "push" ? <PushDialog mirror={mirror} close={close} /> : null}
      {open === "edit" ? <MirrorDialog agent={null} mirror={mirror} close={close} /> : null}
    </span>
  );
}
