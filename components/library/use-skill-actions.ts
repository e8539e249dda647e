"use client";

import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { libraryKeys } from "@/components/data/library-queries";
import { client, unwrap } from "@/lib/api/client";
import type { SkillList, SkillSummary } from "@/lib/library/skill-schema";

const skillRoute = () => client.library.workspaces[":workspace"].skills[":skill"];

/** The dialog that asked says what went wrong. */
const shownInPlace = { silent: true };

type Lists = InfiniteData<SkillList, string>;

/** Shows a change in every list that is on screen, until the server's answer replaces it. */
function patchLists(
  cache: QueryClient,
  workspace: string,
  patch: (skill: SkillSummary) => SkillSummary | null,
) {
  cache.setQueriesData<Lists>({ queryKey: libraryKeys.lists(workspace) }, (lists) =>
    lists === undefined
      ? lists
      : {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            items: page.items.flatMap((skill) => patch(skill) ?? []),
          })),
        },
  );
}

/** The writes of the library's row menu. Renaming and archiving show at once; deleting waits for the answer. */
export function useSkillActions(workspace: string) {
  const cache = useQueryClient();
  const refetch = () => cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
  const renamed = (from: string, to: string) =>
    patchLists(cache, workspace, (skill) => (skill.name === from ? { ...skill, name: to } : skill));

  const rename = useMutation({
    meta: shownInPlace,
    mutationFn: ({ skill, name }: { skill: string; name: string }) =>
      unwrap(skillRoute().$patch({ param: { workspace, skill }, json: { name } })),
    onMutate: ({ skill, name }) => renamed(skill, name),
    onError: (_error, { skill, name }) => renamed(name, skill),
    onSettled: refetch,
  });
  const duplicate = useMutation({
    meta: shownInPlace,
    mutationFn: ({ skill, name }: { skill: string; name: string }) =>
      unwrap(skillRoute().duplicate.$post({ param: { workspace, skill }, json: { name } })),
    onSettled: refetch,
  });
  const archive = useMutation({
    mutationFn: ({ skill, archived }: { skill: string; archived: boolean }) => {
      const route = archived ? skillRoute().archive : skillRoute().restore;
      return unwrap(route.$post({ param: { workspace, skill } }));
    },
    onMutate: ({ skill }) => patchLists(cache, workspace, (item) => (item.name === skill ? null : item)),
    onSettled: refetch,
  });
  const remove = useMutation({
    meta: shownInPlace,
    mutationFn: ({ skill, confirmName }: { skill: string; confirmName: string }) =>
      unwrap(skillRoute().$delete({ param: { workspace, skill }, json: { confirmName } })),
    onSettled: refetch,
  });
  return { rename, duplicate, archive, remove };
}
