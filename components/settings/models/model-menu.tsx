"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Ellipsis, Pencil, PlugZap, Radar, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { modelKeys } from "@/components/data/model-queries";
import { newRadarPath } from "@/components/data/radar-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { Connection } from "@/lib/models/schema";

const oneModel = client.models.workspaces[":workspace"].models[":model"];

/** What can be done with one model. */
export function ModelMenu({ model, edit }: { model: Connection; edit: () => void }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const router = useRouter();
  const blocked = useBlockedFor("models.manage");
  const [isDeleting, setDeleting] = useState(false);
  const param = { workspace, model: model.id };
  const refresh = () => cache.invalidateQueries({ queryKey: modelKeys.all(workspace) });
  const archive = useMutation({
    mutationFn: () =>
      model.archivedAt === null
        ? unwrap(oneModel.archive.$post({ param }))
        : unwrap(oneModel.restore.$post({ param })),
    onSuccess: refresh,
  });
  const test = useMutation({
    mutationFn: () => unwrap(oneModel.test.$post({ param, json: {} })),
    onSuccess: (report) => {
      void refresh();
      if (!report.usable) toast.error(`${model.name}: ${report.error?.message ?? "It does not answer."}`);
      else if (report.tools.works) toast.success(`${model.name} works, with tools.`);
      else toast(`${model.name} answers. ${report.tools.told}`);
    },
  });
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton icon={Ellipsis} side="left" size="icon-small" label={`Actions for ${model.name}`} />
        }
      >
        <MenuItem icon={Pencil} blockedReason={blocked} onSelect={edit}>
          Edit
        </MenuItem>
        <MenuItem icon={PlugZap} blockedReason={blocked} onSelect={() => test.mutate()}>
          Test now
        </MenuItem>
        {model.archivedAt === null ? (
          <MenuItem icon={Radar} onSelect={() => router.push(newRadarPath(workspace, model.id))}>
            Try it on the skills
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem
          icon={model.archivedAt === null ? Archive : ArchiveRestore}
          blockedReason={blocked}
          onSelect={() => archive.mutate()}
        >
          {model.archivedAt === null ? "Archive" : "Restore"}
        </MenuItem>
        <MenuItem icon={Trash2} danger blockedReason={blocked} onSelect={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${model.name}?`}
        description="Its key and the record of what was spent on it are deleted. Conversations stay as they are."
        confirmLabel="Delete model"
        danger
        onConfirm={async () => {
          await unwrap(oneModel.$delete({ param }));
          await refresh();
        }}
      />
    </>
  );
}
