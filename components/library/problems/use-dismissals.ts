import { useMutation, useQueryClient } from "@tanstack/react-query";
import { libraryKeys } from "@/components/data/library-queries";
import { reviewKeys } from "@/components/data/review-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { toast } from "@/components/ui/toaster";
import { can } from "@/lib/access/permissions";
import { ApiError, client, unwrap } from "@/lib/api/client";

/** `onSettled`: called after every answer, as a refusal may say that somebody else was first. */
type UseDismissals = { workspace: string; skill: string; onSettled?: () => void };

/** Dismissing findings of a draft and taking that back; what is shown changes once the server has said so. */
export function useDismissals({ workspace, skill, onSettled }: UseDismissals) {
  const { role } = useWorkspace();
  const cache = useQueryClient();
  const route = client.library.workspaces[":workspace"].skills[":skill"].draft.dismissals;
  const settle = () => {
    onSettled?.();
    // What was approved before is stale now.
    void cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
    return cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
  };
  const dismiss = useMutation({
    meta: { silent: true },
    mutationFn: (json: { fingerprint: string; reason: string }) =>
      unwrap(route.$post({ param: { workspace, skill }, json })),
    onSuccess: () => toast("Dismissed. It counts again once these lines change."),
    onSettled: settle,
  });
  const restore = useMutation({
    meta: { silent: true },
    mutationFn: async (fingerprint: string) => {
      const param = { workspace, skill, fingerprint };
      await unwrap(route[":fingerprint"].$delete({ param }));
    },
    onSuccess: () => toast("The finding counts again."),
    onError: (error) => {
      // Somebody else has undone it already: the list shows that in a moment.
      if (!(error instanceof ApiError && error.status === 404)) toast.error(error.message);
    },
    onSettled: settle,
  });
  return { workspace, skill, mayDismiss: can(role, "findings.dismiss"), dismiss, restore };
}

export type Dismissals = ReturnType<typeof useDismissals>;
