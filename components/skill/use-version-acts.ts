import { useMutation, useQueryClient } from "@tanstack/react-query";
import { agentKeys } from "@/components/data/agent-queries";
import { libraryKeys } from "@/components/data/library-queries";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";

const route = client.library.workspaces[":workspace"].skills[":skill"];

export type LabelMove = {
  label: string;
  version: number;
  expectedVersion: number | null;
  bypassReason?: string;
};

/** What can be done with versions. Nothing is shown as done before the server has said so; failures show in their dialogs. */
export function useVersionActs(workspace: string, skill: string) {
  const cache = useQueryClient();
  const base = { workspace, skill };
  const settled = {
    meta: { silent: true },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) }),
        cache.invalidateQueries({ queryKey: agentKeys.all(workspace) }),
      ]),
  };
  const move = useMutation({
    ...settled,
    mutationFn: ({ label, ...json }: LabelMove) =>
      unwrap(route.labels[":label"].$put({ param: { ...base, label }, json })),
    onSuccess: (_, { label, version, expectedVersion: before }) => {
      const undo = () =>
        before === null
          ? remove.mutate({ label, version })
          : move.mutate({ label, version: before, expectedVersion: version });
      toast(`${label} is at v${version}`, { action: { label: "Undo", onClick: undo } });
    },
  });
  const remove = useMutation({
    ...settled,
    mutationFn: async ({ label, version }: { label: string; version: number }) => {
      const query = { expectedVersion: String(version) };
      await unwrap(route.labels[":label"].$delete({ param: { ...base, label }, query }));
    },
    onSuccess: (_, { label }) => toast(`${label} is taken away`),
  });
  const withdraw = useMutation({
    ...settled,
    mutationFn: ({ number, reason }: { number: number; reason: string }) =>
      unwrap(
        route.versions[":number"].withdrawal.$post({
          param: { ...base, number: String(number) },
          json: { reason },
        }),
      ),
    onSuccess: ({ number }) => toast(`v${number} is withdrawn`),
  });
  const reinstate = useMutation({
    ...settled,
    mutationFn: ({ number, reason }: { number: number; reason: string }) =>
      unwrap(
        route.versions[":number"].reinstatement.$post({
          param: { ...base, number: String(number) },
          json: { reason },
        }),
      ),
    onSuccess: ({ number }) => toast(`Agents get v${number} again`),
  });
  const restore = useMutation({
    ...settled,
    mutationFn: ({ number, baseRevision }: { number: number; baseRevision: number }) =>
      unwrap(
        route.versions[":number"].restoration.$post({
          param: { ...base, number: String(number) },
          json: { baseRevision },
        }),
      ),
    onSuccess: ({ revision, baseVersion }) => toast(`Draft r${revision} has the files of v${baseVersion}`),
  });
  return { move, remove, withdraw, reinstate, restore };
}
