"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Eye, EyeOff, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { comparisonKeys } from "@/components/data/comparison-queries";
import { comparisonsPath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ComparisonSummary } from "@/lib/sessions/comparison-schema";

/** Share or delete it. Only for the person who began it, and admins. */
export function ComparisonMenu({ comparison }: { comparison: ComparisonSummary }) {
  const { slug: workspace } = useWorkspace();
  const [asksDelete, setAsksDelete] = useState(false);
  const router = useRouter();
  const queryClient = useQueryClient();
  const one = client.comparisons.workspaces[":workspace"].comparisons[":comparison"];
  const param = { workspace, comparison: comparison.id };
  const refresh = () => queryClient.invalidateQueries({ queryKey: comparisonKeys.all(workspace) });
  const share = useMutation({
    mutationFn: (shared: boolean) => unwrap(one.$patch({ param, json: { shared } })),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: () => unwrap(one.$delete({ param })),
    meta: { silent: true },
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: comparisonKeys.one(workspace, comparison.id) });
      router.push(comparisonsPath(workspace));
      return queryClient.invalidateQueries({ queryKey: comparisonKeys.list(workspace) });
    },
  });
  const blocked = comparison.mayEdit
    ? {}
    : { blockedReason: "Only the person who began it or an admin may." };
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} side="left" label={`More for ${comparison.title}`} />}
      >
        <MenuItem
          icon={comparison.shared ? EyeOff : Eye}
          {...blocked}
          onSelect={() => share.mutate(!comparison.shared)}
        >
          {comparison.shared ? "Make private" : "Share with the workspace"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger {...blocked} onSelect={() => setAsksDelete(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asksDelete}
        onOpenChange={setAsksDelete}
        title={markHidden(`Delete “${comparison.title}”?`)}
        description="Both columns go with every event. This cannot be undone."
        confirmLabel="Delete comparison"
        danger
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}
